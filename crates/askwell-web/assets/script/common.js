// What a script adds to pages that work without one. Nothing here decides anything: what is visible, what is wrong
// and what is taken comes from the service; this only asks more often, and keeps what was typed.
//
// The files of this folder are sent as one, in the order of `assets.rs`; this one comes first.
"use strict";

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const root = document.documentElement;
root.classList.add("scripted");
for (const element of all(".scripted[hidden]")) element.hidden = false;
one("[data-summary]")?.focus();

// The texts of the page's language: a line each, with the form of the plural after a dot.
const texts = Object.fromEntries((document.body.dataset.texts ?? "").split("\n").map((line) => line.split("\t")));
const say = (key, values = {}) => {
  const { count } = values;
  const form = count == null ? "other" : new Intl.PluralRules(root.lang).select(count);
  const text = texts[`${key}.${count}`] ?? texts[`${key}.${form}`] ?? texts[key + ".other"] ?? "";
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
};
// The browser may know more of the language, such as the region.
const locale = navigator.languages.find((tag) => tag.split("-")[0] === root.lang.split("-")[0]) ?? root.lang;

// The words of a locale take a browser longer to load than all the rest here: they wait until the page was painted.
setTimeout(() => {
  for (const time of all("time[data-local]")) {
    const at = new Date(time.dateTime);
    if (isNaN(at)) continue;
    const short = !time.dataset.local && at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(locale, short ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  }
}, 100);

one("[data-print]")?.addEventListener("click", () => print());

// What was typed, kept in this browser until it is sent. Secrets are not.
const form = one("form[data-path]");
const path = form?.dataset.path ?? location.pathname;
const drafts = {
  key: "askwell:" + path,
  read() {
    try { return JSON.parse(localStorage.getItem(this.key)); } catch { return null; }
  },
  write(draft) {
    try { localStorage.setItem(this.key, JSON.stringify(draft)); return true; } catch { return false; }
  },
  forget() {
    try { localStorage.removeItem(this.key); } catch { /* a browser that keeps nothing has nothing to forget */ }
  },
  tidy() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith("askwell:")) continue;
        const { at } = JSON.parse(localStorage.getItem(key)) ?? {};
        if (!(Date.now() - at < 2 * 864e5)) localStorage.removeItem(key);
      }
    } catch { /* likewise */ }
  },
};
drafts.tidy();

// Where nobody is signed in, no page of anybody is kept.
if (one("[data-forget]")) self.caches?.delete("askwell-pages");

// The line below the bar of a person's pages, for the connection. A page that was kept comes with it.
const line = one("[data-line]");
let isCut = "offline" in root.dataset;
// A browser without a network still reaches a service on its own machine: only a failed request shows that it is cut off.
const cutOff = (yes) => {
  if (!line) return;
  isCut = yes;
  const isOffline = yes && ("offline" in root.dataset || !navigator.onLine);
  if (!yes) delete root.dataset.offline;
  line.hidden = !yes;
  line.textContent = !yes ? "" : isOffline ? line.dataset.line : say("cut");
};
// What is pressed without a connection goes nowhere, also not later.
addEventListener("submit", (event) => {
  if (!isCut) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  line.textContent = line.dataset.line;
}, true);
if (one("[data-over]")) drafts.forget();

// The banner for important messages.
const banner = one("[data-banner]");
const tell = (text, link) => {
  if (!banner) return;
  banner.hidden = !text;
  banner.textContent = text ?? "";
  if (text && link) {
    const a = document.createElement("a");
    a.href = path;
    a.textContent = link;
    banner.append(" ", a);
  }
};

// An event stream from the service. It is reopened when it breaks, and when the page becomes visible again; without an
// address there is none, and a stream that `stays` is not touched.
const follow = ({ address, stays, opened, hear, lost }) => {
  let line;
  const close = () => line?.close();
  const begin = () => {
    close();
    const where = address();
    if (!where) return;
    const mine = (line = new EventSource(where));
    mine.onopen = opened;
    mine.onmessage = ({ data }) => hear(JSON.parse(data));
    mine.onerror = () => {
      lost();
      // A browser gives up for good when a proxy answers in place of the service.
      if (mine.readyState === EventSource.CLOSED) pause(3000).then(() => { if (line === mine) begin(); });
    };
  };
  begin();
  document.addEventListener("visibilitychange", () => { if (!stays?.()) begin(); });
  addEventListener("pagehide", close);
  return close;
};

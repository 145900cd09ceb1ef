// The script of the playground: sends the document when it changes and shows what comes back. Evaluates nothing itself.
"use strict";

const byId = (id) => document.getElementById(id);
const editor = byId("document");
const lines = byId("lines");
const answers = byId("answers");
const language = byId("language");
const frame = byId("page-frame");
const texts = document.body.dataset;
const WAIT = 250;
let timer;
let running;
let sent = 0;

// Line numbers

function number(marks = []) {
  const marked = new Map();
  for (const { line, error } of marks) if (error || !marked.has(line)) marked.set(line, error ? "defect" : "caution");
  const count = editor.value.split("\n").length;
  lines.replaceChildren(...Array.from({ length: count }, (_, index) => {
    const item = document.createElement("span");
    item.textContent = index + 1;
    if (marked.has(index + 1)) item.className = marked.get(index + 1);
    return item;
  }));
  follow();
}

const follow = () => { lines.scrollTop = editor.scrollTop; };

function select(line, column) {
  const before = editor.value.split("\n").slice(0, line - 1).join("\n");
  const start = before.length + (line > 1 ? 1 : 0);
  // Columns count characters, positions count units of UTF-16.
  const row = editor.value.slice(start).split("\n", 1)[0];
  const at = start + Array.from(row).slice(0, column - 1).join("").length;
  editor.focus();
  editor.setSelectionRange(at, Math.min(at + 1, start + row.length));
  const height = editor.scrollHeight / Math.max(1, editor.value.split("\n").length);
  editor.scrollTop = Math.max(0, (line - 4) * height);
}

// Evaluation

function say(text) {
  const item = document.createElement("p");
  item.className = "wrong-note";
  item.textContent = text;
  byId("problems-list").replaceChildren(item);
}

async function evaluate(more = {}) {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  const turn = ++sent;
  const body = { document: editor.value, answers: answers.value, language: language.value, ...more };
  let response;
  try {
    response = await fetch("/evaluate", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: running.signal,
    });
    if (response.status === 429) {
      timer = setTimeout(() => evaluate(more), 1000 * Number(response.headers.get("retry-after") ?? 1));
      return;
    }
    if (!response.ok) return say(await response.text());
    const shown = await response.json();
    if (turn === sent) show(shown);
  } catch (error) {
    if (error.name !== "AbortError") say(texts.ended);
  }
}

function show(shown) {
  if (editor.value !== shown.document) editor.value = shown.document;
  number(shown.marks);
  byId("problems-list").innerHTML = shown.problems;
  byId("terminal").innerHTML = shown.terminal;
  // What the person has opened stays open.
  const open = new Set(Array.from(byId("schemas").querySelectorAll("details[open] summary"), ({ firstChild }) => firstChild.data));
  const had = byId("schemas").querySelector("details");
  byId("schemas").innerHTML = shown.schemas;
  if (had) for (const details of byId("schemas").querySelectorAll("details")) details.open = open.has(details.querySelector("summary").firstChild.data);
  byId("checked").innerHTML = shown.checked;
  byId("page-notice").textContent = shown.notice ?? "";
  byId("page-notice").hidden = !shown.notice;
  frame.hidden = !shown.page;
  if (shown.page && frame.dataset.page !== shown.page) {
    frame.dataset.page = shown.page;
    byId("page-outcome").hidden = true;
    // A new entry in the history for every change would break the way back.
    frame.contentWindow.location.replace(shown.page);
  }
  if (shown.languages) {
    const chosen = language.value;
    language.replaceChildren(language.options[0], ...shown.languages.map((tag) => new Option(tag, tag)));
    language.value = shown.languages.includes(chosen) ? chosen : "";
  }
  byId("share").hidden = !shown.share;
  if (shown.share) byId("share").href = `/#${shown.share}`;
}

const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(evaluate, WAIT);
};

// What the page of the frame brought

async function fetchOutcome() {
  const page = frame.dataset.page;
  if (!page) return;
  const response = await fetch(`/outcome?${new URLSearchParams({ path: page })}`).catch(() => null);
  const closed = response?.status === 200;
  byId("page-outcome").hidden = !closed;
  if (closed) byId("page-outcome").querySelector("pre").textContent = await response.text();
}

// Tabs

function makeTabs() {
  const panels = Array.from(document.querySelectorAll(".panel"));
  const list = document.createElement("div");
  list.className = "surfaces";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-labelledby", "result-title");
  const tabs = panels.map((panel) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = panel.querySelector("h3").textContent;
    tab.id = panel.id.replace("panel", "tab");
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => pick(tab));
    return tab;
  });
  const pick = (chosen) => tabs.forEach((tab, index) => {
    tab.setAttribute("aria-selected", tab === chosen);
    tab.tabIndex = tab === chosen ? 0 : -1;
    panels[index].hidden = tab !== chosen;
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    pick(tab);
    tab.focus();
  });
  list.append(...tabs);
  panels[0].before(list);
  pick(tabs[0]);
}

// Sharing

async function copy(event) {
  event.preventDefault();
  const link = byId("share").href;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    byId("share-status").textContent = texts.copied;
  } catch {
    byId("share-status").textContent = texts.notCopied;
  }
}

function openShared() {
  const fragment = location.hash.slice(1);
  if (!fragment.startsWith("form=")) return false;
  evaluate({ shared: fragment });
  return true;
}

// Start

document.documentElement.classList.add("scripted");
makeTabs();
number();
frame.dataset.page = frame.getAttribute("src") ?? "";
editor.addEventListener("input", () => { number(); soon(); });
editor.addEventListener("scroll", follow);
answers.addEventListener("input", soon);
language.addEventListener("change", () => evaluate());
byId("example").addEventListener("change", ({ target }) => { if (target.value) evaluate({ example: target.value }); });
byId("playground").addEventListener("submit", (event) => {
  event.preventDefault();
  evaluate(event.submitter?.id === "restart" ? { restart: true } : {});
});
byId("problems").addEventListener("click", (event) => {
  const { line, column } = event.target.dataset;
  if (!line) return;
  event.preventDefault();
  select(Number(line), Number(column));
});
byId("share").addEventListener("click", copy);
frame.addEventListener("load", fetchOutcome);
addEventListener("hashchange", openShared);
if (!openShared()) evaluate();

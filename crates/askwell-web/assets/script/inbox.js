// The inbox. It changes what the rows say, never which there are or where: new ones wait behind a button.

function inbox() {
  const section = one("[data-inbox]");
  const list = one("[data-list]");
  const entries = (within) => all("[data-entry]", within);
  const pill = one("[data-new]");
  const announce = one("[data-announce]");
  const zone = -new Date().getTimezoneOffset();
  document.cookie = `askwell-zone=${zone}; path=/; max-age=31536000; samesite=lax`;

  // What has changed, in place. A row that the list has lost is grey and says so.
  const copy = (selector, from, to) => {
    const [next, old] = [one(selector, from), one(selector, to)];
    if (next && old && next.outerHTML !== old.outerHTML) old.replaceWith(next.cloneNode(true));
  };
  let said = -Infinity;
  const update = (page) => {
    const known = new Set(entries(list).map((entry) => entry.dataset.entry));
    const fresh = new Map(entries(page).map((entry) => [entry.dataset.entry, entry]));
    const isWhole = !one(".pager", page);
    for (const entry of entries(list)) {
      const news = fresh.get(entry.dataset.entry);
      if (news) {
        copy("[data-due]", news, entry);
        copy("[data-meta]", news, entry);
        entry.classList.toggle("near", news.classList.contains("near"));
      } else if (isWhole && !entry.matches(".over, .past")) {
        entry.classList.add("over");
        const meta = one("[data-meta] .words", entry);
        if (meta) meta.textContent += " · " + say("no-longer");
        for (const part of all(".does, .why, .check", entry)) part.remove();
      }
    }
    const count = [...fresh.keys()].filter((id) => !known.has(id)).length;
    if (!known.size && count) return location.reload();
    pill.hidden = !count;
    one("[data-new-count]").textContent = say("new", { count });
    for (const tab of all("[data-count]")) {
      const next = one(`[data-count="${tab.dataset.count}"]`, page);
      if (next && next.textContent !== tab.textContent) tab.textContent = next.textContent;
    }
    if (count && performance.now() - said > 30000) {
      said = performance.now();
      announce.textContent = say("new", { count });
    }
    section.dataset.inbox = one("[data-inbox]", page).dataset.inbox;
    if (!document.body.classList.contains("one")) document.title = page.title;
  };
  const refresh = async () => {
    try {
      const response = await fetch("/inbox/list" + section.dataset.query);
      if (response.status >= 500) throw response;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // A signed-out person gets another page.
      if (!one("[data-list]", page)) return tell(say("inbox-gone"), say("see-why"));
      update(page);
      cutOff(false);
    } catch {
      lost();
      pause(3000).then(soon);
    }
  };
  // However much happens: one at a time, and the last one after everything.
  let [wanted, busy] = [false, false];
  const soon = async () => {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      await pause(250);
      wanted = false;
      await refresh();
    }
    busy = false;
  };
  const lost = () => {
    cutOff(true);
  };
  const wants = () => { try { return localStorage.getItem("askwell-notify") === "yes"; } catch { return false; } };
  follow({
    // In the background, only for notifications: browsers have few connections to one service.
    address: () => (!document.hidden || wants()) && "/inbox/live?after=" + section.dataset.inbox,
    stays: () => document.hidden && wants(),
    opened: () => { if (isCut) soon(); },
    hear: ({ news, title, client }) => {
      soon();
      if (news === "created" && wants() && Notification.permission === "granted" && document.hidden) new Notification(say("asks", { client }), { body: title, tag: "askwell" });
    },
    lost,
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  const notify = one("[data-notify]");
  const word = () => {
    notify.hidden = !("Notification" in window);
    const on = wants() && Notification.permission === "granted";
    notify.setAttribute("aria-pressed", on);
    notify.textContent = say(on ? "notify-stop" : "notify");
  };
  word();
  notify.addEventListener("click", async () => {
    const on = !wants() && (await Notification.requestPermission()) === "granted";
    try { localStorage.setItem("askwell-notify", on ? "yes" : "no"); } catch { /* not kept, then */ }
    word();
  });
  for (const change of ["online", "offline"]) addEventListener(change, () => soon());
  // Keeps what was read for times without a connection. The page that registers the worker was there before it.
  const worker = navigator.serviceWorker;
  if (worker) setTimeout(async () => {
    try {
      await worker.register("/inbox/worker.js", { scope: "/inbox" });
      const { active } = await worker.ready;
      if (!performance.getEntriesByType("navigation")[0]?.workerStart) active.postMessage({ keep: location.href });
    } catch { /* then nothing can be read offline */ }
  }, 200);

  // Nothing has to happen for time to pass.
  setInterval(() => { if (!document.hidden) soon(); }, 60000);

  // A decision that can be undone counts down, and goes.
  const toast = one("[data-leaves]");
  let seconds = toast?.dataset.leaves;
  const count = toast && setInterval(() => {
    seconds -= 1;
    one("[data-seconds]", toast).textContent = Math.max(0, seconds);
    if (seconds < 0) { clearInterval(count); toast.remove(); soon(); }
  }, 1000);

  // Keys. Single letters can be switched off.
  const keys = one("[data-keys]");
  const letters = one("[data-letters]");
  const remembered = (value) => {
    try {
      if (value != null) localStorage.setItem("askwell-letters", value);
      return localStorage.getItem("askwell-letters") !== "no";
    } catch { return true; }
  };
  letters.checked = remembered();
  letters.addEventListener("change", () => remembered(letters.checked ? "yes" : "no"));
  addEventListener("click", ({ target }) => {
    if (!target.closest("[data-keep]")) return;
    const details = target.closest("details");
    details.open = false;
    one("summary", details).focus();
  });
  let opener;
  const toggle = (show = keys.hidden) => {
    if (show) opener = document.activeElement;
    keys.hidden = !show;
    (show ? keys : opener)?.focus();
  };
  one("[data-keys-close]").addEventListener("click", () => toggle(false));
  const links = () => all("[data-list] h3 a");
  const move = (by) => {
    const rows = links();
    const start = rows.indexOf(document.activeElement?.closest?.("[data-entry]")?.querySelector("h3 a"));
    const here = start < 0 ? rows.findIndex((link) => link.ariaCurrent === "true") : start;
    rows[Math.min(rows.length - 1, Math.max(0, here < 0 ? 0 : here + by))]?.focus();
  };
  const press = (selector) => one(selector)?.click();
  const row = () => document.activeElement?.closest?.("[data-entry]");
  // On a focused row it means that row, in the pane the open question.
  const within = (selector) => one(selector, row() ?? one("[data-pane]"));
  const decide = (verdict) => {
    const button = within(row() ? `[data-key=${verdict}]` : `button[value=${verdict}]`);
    if (!button) return;
    if (verdict === "approve") return button.click();
    const details = button.closest("details");
    if (details) details.open = true;
    one("textarea", details ?? button.form)?.focus();
  };
  const menu = (name) => {
    const summary = one(`[data-key=${name}]`);
    if (!summary) return;
    summary.click();
    (one("input:not([type=hidden]), button", summary.parentElement) ?? summary).focus();
  };
  const bulk = one("#bulk");
  const does = {
    a: (event) => (event.shiftKey ? one(".check:checked") && one("button[value=approve]", bulk).click() : decide("approve")),
    r: () => decide("reject"),
    x: () => one(".check", row() ?? one(".row.here"))?.click(),
    c: () => within("textarea")?.focus(),
    s: () => menu("snooze"), d: () => menu("delegate"),
    z: () => press("[data-key=undo]"),
    j: () => move(1), k: () => move(-1),
    t: () => press("[data-key=take]"), n: () => { if (!pill.hidden) pill.click(); },
    "/": () => { one("[data-filter]").open = true; one("[data-search]").focus(); },
    "?": () => toggle(),
  };
  const tabs = { m: "mine", g: "groups", t: "taken", d: "done" };
  let chord = -Infinity;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (!keys.hidden) return toggle(false);
      const open = event.target.closest?.("details.why[open], details.menu[open]");
      if (open) { open.open = false; one("summary", open).focus(); return; }
      if (event.target.closest?.("[data-filter]")) { one("[data-filter]").open = false; one("[data-filter] summary").focus(); }
      else if (event.target.closest?.("[data-pane]") || event.target === document.body) move(0);
      return;
    }
    if (/input|select|textarea/.test(event.target.localName) && !/checkbox|radio|button|submit/.test(event.target.type)) return;
    const key = event.key.toLowerCase();
    if (!letters.checked && /^[a-z]$/.test(key)) return;
    const now = performance.now();
    const second = now - chord < 1500 && tabs[key];
    if (second) return location.assign(one(`[data-tab="${second}"]`).href);
    if (key === "g") { chord = now; return; }
    if (does[key]) { event.preventDefault(); does[key](event); }
  });
}

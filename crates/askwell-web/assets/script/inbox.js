// The inbox.

function inbox() {
  const list = () => one("[data-list]");
  const entries = (within) => all("[data-entry]", within);
  const arrived = one("[data-arrived]");
  // Returns whether an entry is in use: it has the focus, a touch or the pointer, or its decline
  // form is open.
  let touched = -Infinity;
  addEventListener("pointerdown", (event) => { if (list().contains(event.target)) touched = performance.now(); });
  const isBusy = () => list().contains(document.activeElement) || list().matches(":hover") || one("details[open]", list()) || performance.now() - touched < 10000;
  // No row moves while an entry is in use: entries are updated in place, closed ones stay and say so, and new
  // ones wait behind a button.
  let held;
  const update = (page) => {
    const fresh = new Map(entries(page).map((entry) => [entry.dataset.entry, entry]));
    for (const entry of entries(list())) {
      const news = fresh.get(entry.dataset.entry);
      fresh.delete(entry.dataset.entry);
      if (!news && !entry.classList.contains("over")) {
        entry.classList.add("over");
        const gone = Object.assign(document.createElement("span"), { className: "badge", textContent: "no longer here" });
        one(".meta", entry).append(" ", gone);
        for (const button of all("button", entry)) button.disabled = true;
      }
      const part = entry.contains(document.activeElement) || one("details[open]", entry) ? ".meta" : ".meta, .does";
      for (const old of news && !entry.classList.contains("over") ? all(part, entry) : []) {
        const next = one(old.matches(".meta") ? ".meta" : ".does", news);
        if (next) old.replaceWith(next.cloneNode(true));
      }
    }
    unveil(list());
    held = page;
    const count = fresh.size;
    if (arrived.hidden !== !count) one("[data-announce]").textContent = count ? "New entries have arrived." : "";
    arrived.hidden = !count;
    arrived.textContent = `${count} new`;
  };
  const replace = (page) => {
    one("[data-list]").replaceWith(one("[data-list]", page).cloneNode(true));
    unveil(list());
    held = null;
    arrived.hidden = true;
  };
  const unveil = (within) => { for (const element of all(".scripted[hidden]", within)) element.hidden = false; };
  const reads = (page) => (isBusy() ? update(page) : replace(page));
  arrived.addEventListener("click", () => {
    touched = -Infinity;
    if (held) replace(held);
    one("[data-list] h2 a")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  });
  addEventListener("click", ({ target }) => {
    if (!target.closest("[data-keep]")) return;
    const details = target.closest("details");
    details.open = false;
    one("summary", details).focus();
  });
  const refresh = async () => {
    try {
      const response = await fetch(location.href);
      if (response.status >= 500) throw response;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // A signed-out person gets another page.
      if (!one("[data-list]", page)) return tell("This inbox can no longer be shown here.", "See why");
      reads(page);
      document.title = page.title;
      one("[data-waiting]").replaceWith(one("[data-waiting]", page));
      one("[data-inbox]").dataset.inbox = one("[data-inbox]", page).dataset.inbox;
      tell(null);
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
  const lost = () => tell("The connection is lost; trying again…");
  const wants = () => { try { return localStorage.getItem("askwell-notify") === "yes"; } catch { return false; } };
  follow({
    // In the background, only for notifications: browsers have few connections to one service.
    address: () => (!document.hidden || wants()) && "/inbox/live?after=" + one("[data-inbox]").dataset.inbox,
    stays: () => document.hidden && wants(),
    opened: () => { if (!banner.hidden) soon(); },
    hear: ({ news, title, client }) => {
      soon();
      if (news === "created" && wants() && Notification.permission === "granted" && document.hidden) new Notification(`${client} asks`, { body: title, tag: "askwell" });
    },
    lost,
  });
  // Nothing has to happen for time to pass.
  setInterval(() => { if (!document.hidden) soon(); }, 60000);

  const notify = one("[data-notify]");
  const word = () => {
    notify.hidden = !("Notification" in window);
    const on = wants() && Notification.permission === "granted";
    notify.setAttribute("aria-pressed", on);
    notify.textContent = on ? "Stop notifying me" : "Notify me";
  };
  if (notify) {
    word();
    notify.addEventListener("click", async () => {
      const on = !wants() && (await Notification.requestPermission()) === "granted";
      try { localStorage.setItem("askwell-notify", on ? "yes" : "no"); } catch { /* not kept, then */ }
      word();
    });
  }

  const move = (by) => {
    const links = all("[data-list] h2 a");
    const now = links.indexOf(document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, now < 0 ? 0 : now + by))]?.focus();
  };
  const keys = one("[data-keys]");
  const toggle = () => { keys.hidden = !keys.hidden; if (!keys.hidden) keys.focus(); };
  one("[data-show-keys]")?.addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /input|select|textarea/.test(event.target.localName)) return;
    const does = { j: () => move(1), k: () => move(-1), "?": toggle, "/": () => one("[data-search]").focus() }[event.key];
    if (does) { event.preventDefault(); does(); }
    if (event.key === "Escape") {
      keys.hidden = true;
      for (const details of all("details[open]", list())) { details.open = false; one("summary", details).focus(); }
    }
  });
}

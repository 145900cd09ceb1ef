// The inbox.

function inbox() {
  const list = () => one("[data-list]");
  const key = (element) => element.getAttribute("href") ?? element.form?.getAttribute("action") + element.value;
  const refresh = async () => {
    try {
      const response = await fetch(location.href);
      if (response.status >= 500) throw response;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // Whoever was signed out gets a page of another kind.
      if (!one("[data-list]", page)) return tell("This inbox can no longer be shown here.", "See why");
      const focused = list().contains(document.activeElement) && key(document.activeElement);
      for (const part of ["[data-list]", "[data-waiting]"]) one(part).replaceWith(one(part, page));
      one("[data-inbox]").dataset.inbox = one("[data-inbox]", page).dataset.inbox;
      if (focused) all("a, button", list()).find((element) => key(element) === focused)?.focus();
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
    // Without anybody looking, only for notifications: browsers have few lines to one service.
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
    if (event.key === "Escape") keys.hidden = true;
  });
}

// The inbox.

function inbox() {
  const list = () => one("[data-list]");
  let timer;
  const refresh = async () => {
    try {
      const text = await (await fetch(location.href)).text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      const focused = document.activeElement?.getAttribute("href");
      list().replaceWith(one("[data-list]", fresh));
      one("[data-waiting]").replaceWith(one("[data-waiting]", fresh));
      one("[data-inbox]").dataset.inbox = one("[data-inbox]", fresh).dataset.inbox;
      if (focused) all("[data-list] a").find((link) => link.getAttribute("href") === focused)?.focus();
      tell(null);
    } catch {
      tell("The connection is lost; trying again…");
      setTimeout(refresh, 3000);
    }
  };
  let live;
  const listen = () => {
    // Without anybody looking, only for notifications: browsers have few lines to one service.
    if (document.hidden && wants()) return;
    live?.close();
    if (document.hidden) return;
    live = new EventSource("/inbox/live?after=" + one("[data-inbox]").dataset.inbox);
    live.onopen = () => { if (!banner.hidden) refresh(); };
    live.onerror = () => tell("The connection is lost; trying again…");
    live.onmessage = ({ data }) => {
      clearTimeout(timer);
      timer = setTimeout(refresh, 250);
      const { news, title, client } = JSON.parse(data);
      if (news === "created" && wants() && Notification.permission === "granted" && document.hidden) new Notification(`${client} asks`, { body: title, tag: "askwell" });
    };
  };
  const wants = () => { try { return localStorage.getItem("askwell-notify") === "yes"; } catch { return false; } };
  listen();
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => live?.close());

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

// Registers this browser for notifications, or removes it. Without a script, the button is not shown.
"use strict";
(() => {
  const place = document.querySelector("[data-push]");
  if (!place || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const button = place.querySelector("button");
  const said = place.querySelector("[role=status]");
  const { on, off, isOn: nowOn, isOff: nowOff, denied, failed } = place.dataset;
  const bytes = (text) => {
    const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
    return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
  };
  const send = async (method, subscription) => {
    const headers = { "content-type": "application/json", "x-askwell-token": place.dataset.token };
    const response = await fetch("/inbox/notifications/browsers", { method, headers, body: JSON.stringify(subscription) });
    if (!response.ok) throw new Error(await response.text());
  };
  const worker = () => navigator.serviceWorker.register("/inbox/worker.js", { scope: "/inbox" });
  const show = (isOn) => {
    button.textContent = isOn ? off : on;
    button.dataset.on = isOn ? "yes" : "";
    place.hidden = false;
  };
  const change = async () => {
    const registration = await worker();
    const before = await registration.pushManager.getSubscription();
    if (before && button.dataset.on) {
      await send("DELETE", before);
      await before.unsubscribe();
      return false;
    }
    if ((await Notification.requestPermission()) !== "granted") {
      throw new Error(denied);
    }
    const key = bytes(place.dataset.push);
    const subscription = before || (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await send("POST", subscription);
    return true;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = "";
    try {
      const isOn = await change();
      show(isOn);
      said.textContent = isOn ? nowOn : nowOff;
    } catch (error) {
      said.textContent = error.message || failed;
    }
    button.disabled = false;
  });
  worker()
    .then((registration) => registration.pushManager.getSubscription())
    .then((subscription) => show(Boolean(subscription)))
    .catch(() => {});
})();

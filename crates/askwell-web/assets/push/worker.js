// Shows notifications that the service sends, and opens the question when one is clicked.
"use strict";
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    told = { title: "A question waits for you" };
  }
  const options = { body: told.body || "", tag: told.id, data: { url: told.url } };
  event.waitUntil(self.registration.showNotification(told.title || "A question waits for you", options));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url || "/inbox", self.location.origin);
  // A message can lead to this service only.
  const url = target.origin === self.location.origin ? target.href : self.location.origin + "/inbox";
  event.waitUntil(self.clients.openWindow(url));
});

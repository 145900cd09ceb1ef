// The service worker of the inbox. It shows notifications, and keeps what a person has read so that it can be read
// offline. It sends nothing: a decision leaves only while a person is there to see it.
//
// The service decides what may be kept and says whose it is (`offline.rs`). Only pages with `x-askwell-keep` are kept,
// for one person at a time: a response for another person, or for none, removes them. `VERSION` and `FILES` come first,
// written by the service.
const PAGES = "askwell-pages";
const FILES_OF = "askwell-files-";
const OWNER = "/inbox/.owner";
const MOST_PAGES = 30;
const LONGEST_MS = 3 * 864e5;
// There is one copy of a page, in the language in which it was read last.
const ANY = { ignoreVary: true };

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES_OF + VERSION).then((files) => files.addAll(FILES)));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // Pages that were kept before an update still need the files of their version.
    const versions = (await caches.keys()).filter((name) => name.startsWith(FILES_OF) && name !== FILES_OF + VERSION);
    await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

// One change of the kept pages at a time, so that none is kept after it had to go.
let queue = Promise.resolve();
const inTurn = (change) => (queue = queue.then(change, change));

const keyOf = (url) => (url.pathname === "/inbox" ? "/inbox" + url.search : url.pathname);
const isList = (url) => url.pathname === "/inbox";
const keep = (url, response) => inTurn(async () => {
  if (response.status >= 500) return;
  const person = response.headers.get("x-askwell-person");
  if (!person) return caches.delete(PAGES);
  let pages = await caches.open(PAGES);
  if ((await (await pages.match(OWNER))?.text()) !== person) {
    await caches.delete(PAGES);
    pages = await caches.open(PAGES);
    await pages.put(OWNER, new Response(person));
  }
  await pages.delete(keyOf(url), ANY);
  if (!response.headers.has("x-askwell-keep") && isList(url)) {
    // The list alone, if the question beside it may not be kept.
    response = await fetch("/inbox/list" + url.search, { redirect: "manual" });
    if (response.headers.get("x-askwell-person") !== person) return;
  }
  if (!response.headers.has("x-askwell-keep")) return;
  await pages.put(keyOf(url), response);
  const kept = (await pages.keys()).filter(({ url: address }) => new URL(address).pathname !== OWNER);
  await Promise.all(kept.slice(0, -MOST_PAGES).map((old) => pages.delete(old, ANY)));
});

// What was kept, marked as read offline; else a page that says that it was not kept.
const read = async (url) => {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(keyOf(url), ANY);
  const isFresh = kept && Date.now() - Date.parse(kept.headers.get("date")) < LONGEST_MS;
  const shown = isFresh ? kept : await caches.match("/inbox/offline", ANY);
  if (!shown) return Response.error();
  const html = (await shown.text()).replace("<html ", "<html data-offline ").replace(/data-line="([^"]*)" hidden>/, 'data-line="$1">$1');
  return new Response(html, { status: isFresh ? 200 : 503, headers: shown.headers });
};
const show = async (event, url) => {
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return read(url);
  }
  event.waitUntil(keep(url, response.clone()));
  return response;
};
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(show(event, url));
});
// The page that registered the worker was there before it.
self.addEventListener("message", (event) => {
  const url = new URL(String(event.data?.keep), self.location.origin);
  if (url.origin !== self.location.origin || !/^\/inbox(\/|$)/.test(url.pathname)) return;
  event.waitUntil(fetch(url, { redirect: "manual" }).then((response) => keep(url, response), () => {}));
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    told = {};
  }
  const options = { body: told.body || "", tag: told.id, data: { url: told.url } };
  event.waitUntil(self.registration.showNotification(told.title || WAITS, options));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url || "/inbox", self.location.origin);
  // A message can lead to this service only.
  const url = target.origin === self.location.origin ? target.href : self.location.origin + "/inbox";
  event.waitUntil(self.clients.openWindow(url));
});

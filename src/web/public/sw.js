/*
 * Shows a page of its own where the portal cannot be reached. Nothing else is kept in the browser: what is on screen is always what the server
 * says, and who signs out leaves nothing behind.
 */
const CACHE = "offline-1";
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
});

self.addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([self.clients.claim(), forget]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
});

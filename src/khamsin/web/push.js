// The service worker. It shows what the table sends while no page is open, and does nothing else.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const news = event.data?.json() ?? {};
  event.waitUntil(worker.registration.showNotification(String(news.title ?? "Khamsin"), { body: String(news.text ?? ""), icon: "/icon.svg", tag: "khamsin", data: String(news.url ?? "/") }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data, worker.location.origin);
  if (url.origin === worker.location.origin) event.waitUntil(worker.clients.openWindow(url.href));
});

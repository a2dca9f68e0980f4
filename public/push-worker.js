/** The service worker of notifications: it shows a push and opens its page at a press. It caches nothing and answers no request. */

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** A browser that gets a push must show something, whatever the push says. */
async function show(data) {
  let message = {};
  try {
    message = data?.json() ?? {};
  } catch {
    // Not of this service.
  }
  const { title, body, path, tag } = message;
  await self.registration.showNotification(typeof title === "string" ? title : "svc", {
    body: typeof body === "string" ? body : "",
    ...(typeof tag === "string" && { tag }),
    dir: "auto",
    icon: "/icon.svg",
    data: { path },
  });
}

/** A page of this site only, in a tab that is open if there is one. */
async function open(path) {
  const target = ownAddress(path) ?? self.location.origin;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url === target);
  if (shown) await shown.focus();
  else await self.clients.openWindow(target);
}

/** `URL.parse` is missing in browsers that have push. */
function ownAddress(path) {
  try {
    const address = new URL(typeof path === "string" ? path : "/", self.location.origin);
    return address.origin === self.location.origin ? address.href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Serves the page's files when the network is gone; the page itself then says that it is offline. With a network every
 * page and every figure is fresh: no release and no price ever comes out of a cache. Also shows push messages.
 */

import { type ListedFile, wishedFiles, wishOf } from "./file-list.ts"
import { FileStore } from "./file-store.ts"
import { routeOf } from "./offline-routes.ts"
import { openPush, type PushSurroundings, showPush } from "./push-notices.ts"

const worker = self as unknown as ServiceWorkerGlobalScope
const { scope } = worker.registration

/** All files of this release: put in by the build (tools/web-app-plugin.ts), relative to this file. */
const listed = (self as unknown as { __WB_MANIFEST: readonly ListedFile[] }).__WB_MANIFEST.map(
  ({ url, when }) => ({ url: new URL(url, worker.location.href).href, when }),
)

const files = new FileStore(scope)

worker.addEventListener("install", (event) => {
  const needed = listed.filter(({ when }) => when === "first").map(({ url }) => url)
  // Takes over at once: files of the release before stay, and a page is answered the same by every release of this.
  event.waitUntil(files.prepare(needed).then(() => worker.skipWaiting()))
})

worker.addEventListener("activate", (event) => {
  const own = listed.map(({ url }) => url)
  event.waitUntil(files.trim(own).then(() => worker.clients.claim()))
})

worker.addEventListener("fetch", (event) => {
  const route = routeOf(event.request, scope)
  if (!route) return
  // The first that the page does, before any price can come.
  if (route === "page") files.askAhead(new URL("config.json", scope).href)
  event.respondWith(files.answer(event.request, route))
})

/** One after the other: what two tabs ask for is fetched once. */
let keeping: Promise<void> = Promise.resolve()

/**
 * The page stands and asks for what every screen needs. From our own list: what it has fetched so far says nothing of
 * screens not opened yet, and misses what was on its way while we took over.
 */
worker.addEventListener("message", (event) => {
  const wish = wishOf(event.data)
  if (!wish) return
  keeping = keeping.then(() => files.keepAll(wishedFiles(listed, wish)))
  event.waitUntil(keeping)
})

const surroundings: PushSurroundings = {
  scope,
  show: (title, options) => worker.registration.showNotification(title, options),
  // Also those opened before we took over.
  tabs: () => worker.clients.matchAll({ type: "window", includeUncontrolled: true }),
  open: (address) => worker.clients.openWindow(address),
}

/** The icon counts what is shown; an open page counts for itself. Where there is no such icon nothing is lost. */
async function badge(): Promise<void> {
  const { length } = await worker.registration.getNotifications()
  if (length > 0) await worker.navigator.setAppBadge?.(length).catch(() => undefined)
  else await worker.navigator.clearAppBadge?.().catch(() => undefined)
}

worker.addEventListener("push", (event) =>
  event.waitUntil(showPush(event.data?.text() ?? "", surroundings).then(badge)),
)

worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(openPush(event.notification.data, surroundings).then(badge))
})

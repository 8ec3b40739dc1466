/**
 * What does the page get when the network is gone? Its own files as last seen; then it says itself that it is offline.
 * With a network every page and every figure is fresh: no release and no price ever comes out of a cache.
 */

import { FileStore } from "./file-store.ts"
import { routeOf } from "./offline-routes.ts"

const worker = self as unknown as ServiceWorkerGlobalScope
const { scope } = worker.registration

/** What the first visit needs: put in by the build (vite.config.ts), relative to this file. */
const needed = (self as unknown as { __WB_MANIFEST: readonly { url: string }[] }).__WB_MANIFEST.map(
  ({ url }) => new URL(url, worker.location.href).href,
)

const files = new FileStore(scope)

worker.addEventListener("install", (event) => {
  // Takes over at once: files of the release before stay, and a page is answered the same by every release of this.
  event.waitUntil(files.prepare(needed).then(() => worker.skipWaiting()))
})

worker.addEventListener("activate", (event) => {
  event.waitUntil(files.trim(needed).then(() => worker.clients.claim()))
})

worker.addEventListener("fetch", (event) => {
  const route = routeOf(event.request, scope)
  if (route) event.respondWith(files.answer(event.request, route))
})

/** The page tells which hashed files it has fetched (its language, its screens), most of them before we were there. */
worker.addEventListener("message", (event) => {
  const named = (event.data as { keep?: unknown } | null)?.keep
  if (!Array.isArray(named)) return
  const own = named.filter(
    (url) => typeof url === "string" && routeOf({ method: "GET", mode: "cors", url }, scope) === "hashed",
  )
  event.waitUntil(files.keep(own).catch(() => undefined))
})

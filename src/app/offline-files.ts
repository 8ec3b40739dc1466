/** How does the page come up without a network? A service worker keeps its files, where the browser allows one. */

/** Files the page has fetched, by their absolute addresses: its language, its screens, its fonts. */
const fetched = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.includes("/assets/"))

/**
 * Once the page stands, so that it costs the first visit nothing. On a plain-HTTP address of the own network, and where
 * storage is forbidden, there is none: the terminal then needs a network to open, and says nothing about it.
 */
export async function keepFilesOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return
  try {
    const address = new URL("service-worker.js", document.baseURI)
    await navigator.serviceWorker.register(address, { updateViaCache: "none" })
    const { active } = await navigator.serviceWorker.ready
    // What came before it was there; later files pass through it.
    active?.postMessage({ keep: fetched() })
  } catch (error) {
    console.warn("saker: no service worker here, the terminal needs a network to open", error)
  }
}

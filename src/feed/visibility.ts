/** Tells the worker when the page is hidden or seen again. */

import type { MarketApi } from "#workers/market/market.api.ts"

/** Listens for as long as the page lives: seen or hidden, back from the page cache, back on the network. */
export function watchVisibility(worker: Pick<MarketApi, "setVisible" | "wake">): void {
  const tell = () => void worker.setVisible(document.visibilityState === "visible")
  document.addEventListener("visibilitychange", tell)
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) tell()
  })
  window.addEventListener("online", () => void worker.wake())
  tell()
}

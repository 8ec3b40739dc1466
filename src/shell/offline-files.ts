/** Registers the service worker that keeps the page's files for use without a network, where the browser allows one. */

import { currentLanguage, onLanguage } from "../words/first-words.ts"

/** The first screen and its data have the line to themselves for so long. */
const QUIET_MS = 5000
/** A page whose figures never rest is asked no longer for an idle moment. */
const IDLE_WITHIN_MS = 10_000

/**
 * Once the page stands, so that it costs the first visit nothing. On a plain-HTTP address of the own network, and where
 * storage is forbidden, there is none: the terminal then needs a network to open, and says nothing about it.
 */
export async function keepFilesOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return
  try {
    const address = new URL("service-worker.js", document.baseURI)
    await navigator.serviceWorker.register(address, { updateViaCache: "none" })
    await navigator.serviceWorker.ready
  } catch (error) {
    console.warn("saker: no service worker here, the terminal needs a network to open", error)
    return
  }
  setTimeout(() => whenIdle(keepScreens), QUIET_MS)
}

/** Asks for all screens in the words on screen, and again whenever there is something else to ask for, or for. */
function keepScreens(): void {
  void askForScreens()
  // A newer release has taken over: its files are others.
  navigator.serviceWorker.addEventListener("controllerchange", askForScreens)
  window.addEventListener("online", askForScreens)
  onLanguage(askForScreens)
}

async function askForScreens(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: { language: currentLanguage(), isSparing: isSparing() } })
}

/** The visitor asked their browser to save data; what they open is kept all the same. Not every engine can tell. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** WebKit can't tell; by then the page has stood for long enough. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: IDLE_WITHIN_MS })
  else run()
}

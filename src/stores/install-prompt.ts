/** Whether and how the browser can install the terminal on this device. */

import { proxy } from "valtio/vanilla"

/**
 * `prompt`: the browser can do it on a press (`install`). `ios`: by hand, through Safari's share menu. `installed`: it
 * runs from the home screen already. `none`: this browser, or a plain-HTTP address, can't.
 */
export type InstallWay = "prompt" | "ios" | "installed" | "none"

/** The browser's own question, held back until the person asks for it. Chromium only, so the DOM types lack it. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>
}

interface Browser {
  isStandalone: boolean
  userAgent: string
  touchPoints: number
}

export const installation = proxy<{ way: InstallWay }>({ way: "none" })

let question: InstallQuestion | undefined

/** Pure: the way before the browser has offered anything. An iPad calls itself a Mac, but has fingers on it. */
export function firstWay({ isStandalone, userAgent, touchPoints }: Browser): InstallWay {
  if (isStandalone) return "installed"
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isApple ? "ios" : "none"
}

/** Listens from the page's start on: the browser offers once, and before the download page is opened. */
export function watchInstall(): void {
  installation.way = firstWay({
    isStandalone: matchMedia("(display-mode: standalone)").matches || isOnAppleHomeScreen(),
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })
  window.addEventListener("beforeinstallprompt", (event) => {
    // Else Chromium lays a bar of its own over the page.
    event.preventDefault()
    question = event as InstallQuestion
    installation.way = "prompt"
  })
  window.addEventListener("appinstalled", () => {
    question = undefined
    installation.way = "installed"
  })
}

/** Safari's own word for it, from before there was a standard one. */
const isOnAppleHomeScreen = (): boolean => "standalone" in navigator && navigator.standalone === true

/** Puts the browser's question, from a press. True when the person said yes; a question can be put only once. */
export async function install(): Promise<boolean> {
  const asked = question
  if (!asked) return false
  question = undefined
  const { outcome } = await asked.prompt()
  if (installation.way === "prompt") installation.way = outcome === "accepted" ? "installed" : "none"
  return outcome === "accepted"
}

/**
 * Tells that a newer release is there. One quiet line that can be pressed or closed; the page never reloads by
 * itself, and while something is filled in nothing is said at all. Each tab looks for itself, whether or not a
 * service worker is there.
 */

import i18next from "i18next"
import { subscribe } from "valtio/vanilla"
import { market } from "../stores/market-store.ts"
import { laterWords } from "../text/i18n.ts"
import { closeToast, showToast, toaster } from "../ui/toaster.ts"
import { isFormFilled } from "./filled-form.ts"
import { findNewerEntry, ownEntry } from "./update-check.ts"

/** A tab that stays open looks this often, and on waking after as long. */
const LOOK_EVERY_MS = 30 * 60_000
/** How soon the line goes when a form gets filled, and comes back when it is empty. */
const HEED_EVERY_MS = 1000

/** Looks from now on: on every reconnect (a deployment restarts the server), on waking, and now and then. */
export function watchReleases(): void {
  const own = ownEntry()
  if (!own) return
  const tell = createNotice()
  let lastLook = Date.now()
  const look = async () => {
    lastLook = Date.now()
    const entry = await findNewerEntry(own)
    if (entry) tell(entry)
  }
  const lookIfDue = () => {
    if (document.visibilityState === "visible" && Date.now() - lastLook >= LOOK_EVERY_MS) void look()
  }
  document.addEventListener("visibilitychange", lookIfDue)
  setInterval(lookIfDue, LOOK_EVERY_MS)
  let wasOffline = false
  subscribe(market, () => {
    const { state } = market.connection
    if (state === "offline") wasOffline = true
    if (state !== "open" || !wasOffline) return
    wasOffline = false
    void look()
  })
}

/** Shows the line while no form is filled; closed by hand it stays away until a still newer release. */
function createNotice(): (entry: string) => void {
  let announced: string | undefined
  let shown: number | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  const isOnScreen = () => toaster.messages.some(({ id }) => id === shown)
  const heed = () => {
    if (shown !== undefined && !isOnScreen()) {
      clearInterval(timer)
      timer = undefined
    } else if (isFormFilled()) {
      if (shown !== undefined) closeToast(shown)
      shown = undefined
    } else {
      shown ??= showToast("info", i18next.t("webapp:update.ready"), {
        label: i18next.t("webapp:update.reload"),
        run: () => window.location.reload(),
        stays: true,
      })
    }
  }
  return (entry) => {
    if (entry === announced) return
    announced = entry
    void laterWords().then(() => {
      shown = undefined
      heed()
      timer ??= setInterval(heed, HEED_EVERY_MS)
    })
  }
}

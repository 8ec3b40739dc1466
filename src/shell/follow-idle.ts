/** Watches for how long this device is unused, and logs its user out who wants that. */

import i18next from "i18next"
import { dropDevice, readDevice, writeDevice } from "../stores/device-storage.ts"
import { idleLogout } from "../stores/idle-logout.ts"
import { isLoggedIn } from "../stores/session-store.ts"
import { laterWords } from "../text/i18n.ts"
import { showToast } from "../ui/toaster.ts"
import { unsubscribeHere } from "../user/push-here.ts"
import { IdleWatch } from "./idle-watch.ts"

const USED_KEY = "saker:used"

let isLeaving = false

async function leave(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  try {
    const { logOut } = await import("./session-life.ts")
    await logOut(unsubscribeHere)
    await laterWords()
    showToast("info", i18next.t("account:logout.idle"))
  } finally {
    isLeaving = false
  }
}

const watch = new IdleWatch({
  now: () => Date.now(),
  minutes: () => Number(idleLogout.minutes),
  isLoggedIn,
  used: () => Number(readDevice(USED_KEY)) || undefined,
  noteUse: (now) => writeDevice(USED_KEY, String(now)),
  leave: () => void leave().catch(reportError),
})
watch.start()

/** Told of the token as it is now; null: the session has ended, and the next one begins with a use. */
export function followIdle(token: string | null): void {
  if (token === null) dropDevice(USED_KEY)
  else watch.began()
}

/** What follows when something of the account was changed? It is said, the user is read anew, and one is back where one came from. */

import { useRouter } from "@tanstack/react-router"
import { useGo } from "../../places/screen-link.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { showToast } from "../../ui/toaster.ts"
import { readUser } from "../../user/read-user.ts"

/** @param home where one goes who didn't come from anywhere in the app */
export function useChangeDone(home: ScreenPath = "/pages/user/safe"): (text: string) => Promise<void> {
  const router = useRouter()
  const go = useGo()
  return async (text) => {
    showToast("success", text)
    const from = router.state.location.href
    await readUser()
    // Who has gone on meanwhile stays there.
    if (router.state.location.href !== from) return
    if (router.history.location.state.__TSR_index > 0) router.history.back()
    else go(home, {}, { isReplacing: true })
  }
}

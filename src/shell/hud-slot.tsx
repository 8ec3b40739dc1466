/** Was the debug panel asked for? `?hud` before or after the hash; it is fetched only then. */

import { lazy, Suspense } from "react"
import { laterWords } from "../text/i18n.ts"

/** True for `/?hud#/…` and `/#/…?hud`: decided once, when the page is opened. */
export const isHudAsked = (address: string): boolean => /[?&]hud(?=[=&#]|$)/.test(address)

const Hud = lazy(async () => {
  await laterWords()
  return { default: (await import("../panels/hud/hud.view.tsx")).HudView }
})
const isAsked = globalThis.location !== undefined && isHudAsked(globalThis.location.href)

export function HudSlot() {
  return isAsked ? (
    <Suspense fallback={null}>
      <Hud />
    </Suspense>
  ) : null
}

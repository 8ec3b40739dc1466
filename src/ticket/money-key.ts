/** A key that acts at once: only where its user has armed it on this device; else it says how. */

import i18next from "i18next"
import { armedKeys, type MoneyKey } from "../stores/hotkey-changes.ts"
import { isHotkey } from "../stores/hotkeys.ts"
import { openOverlay } from "../stores/overlay-store.ts"
import { usePageKeys } from "../ui/page-keys.ts"
import { showToast } from "../ui/toaster.ts"

/** @param press undefined: nothing to do here, and the key means nothing */
export function useMoneyKey(name: MoneyKey, press: (() => void) | undefined): void {
  usePageKeys(
    (chord) => press !== undefined && isHotkey(name, chord),
    () => {
      if (armedKeys.names.includes(name)) press?.()
      else
        showToast("info", i18next.t("trade:keys.unarmed", { does: i18next.t(`trade:keys.${name}`) }), {
          label: i18next.t("trade:keys.title"),
          run: () => openOverlay("keys"),
        })
    },
  )
}

/** Puts a panel into a window of its own, and says what stands against it. */

import i18next from "i18next"
import type { WindowPanel } from "#core/workspace/window-panels.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { knowsEnds, openWindow } from "../../stores/desk-windows.ts"
import { showToast } from "../../ui/toaster.ts"

/** By a press or a key only: browsers allow no other window. */
export function popOut(panel: WindowPanel, symbol: string): void {
  if (!openWindow(panel, { symbol, interval: chartSettings.interval }))
    showToast("failure", i18next.t("workspace:window.blocked"))
  else if (!knowsEnds()) showToast("info", i18next.t("workspace:window.old"))
}

/** Where the files of the shell's own surfaces are named: fetched with the first of them, as the first page needs none. */

import type { ComponentType } from "react"
import type { Overlay, OverlayProps } from "../stores/overlay-store.ts"

/** Each one's code comes with its first opening. */
export const overlayViews: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  panel: async () => (await import("./side-panel.tsx")).SidePanel,
  preferences: async () =>
    (await import("../panels/preferences/preferences-sheet.view.tsx")).PreferencesSheet,
  limits: async () => (await import("../panels/preferences/limits-sheet.view.tsx")).LimitsSheet,
  groups: async () => (await import("../panels/group-ticket/group-sheet.view.tsx")).GroupSheet,
  connection: async () => (await import("./connection-sheet.tsx")).ConnectionSheet,
  lists: async () => (await import("../panels/market-list/watch-lists-sheet.view.tsx")).WatchListsSheet,
  keys: async () => (await import("./keys-sheet.tsx")).KeysSheet,
  commands: async () => (await import("./commands/command-palette.tsx")).CommandPalette,
  desk: async () => (await import("../panels/desk/desk-sheet.view.tsx")).DeskSheet,
  exit: async () => (await import("../panels/positions/exit-all.view.tsx")).ExitAll,
  alert: async () => (await import("../panels/price-alert/price-alert.view.tsx")).PriceAlert,
  transfer: async () => (await import("../screens/transfer/transfer-sheet.view.tsx")).TransferSheet,
  deposit: async () => (await import("../screens/deposit/offered-deposit.view.tsx")).OfferedDeposit,
  logout: async () => (await import("./logout-question.tsx")).LogoutQuestion,
}

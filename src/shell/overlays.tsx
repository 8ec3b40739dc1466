/** The shell's own surfaces: side panel, preferences, limits, state of the connection, watch-lists, list of keys, command palette, the way out of all orders and positions, logging out. Each one's code comes with its first opening. */

import type { ComponentType } from "react"
import { useSnapshot } from "valtio"
import { closeOverlay, type Overlay, type OverlayProps, overlay } from "../stores/overlay-store.ts"
import { laterWords } from "../text/i18n.ts"
import { useFetchedPart } from "../ui/fetched-part.ts"

const loaders: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  panel: async () => (await withWords(import("./side-panel.tsx"))).SidePanel,
  preferences: async () =>
    (await import("../panels/preferences/preferences-sheet.view.tsx")).PreferencesSheet,
  limits: async () => (await withWords(import("../panels/preferences/limits-sheet.view.tsx"))).LimitsSheet,
  connection: async () => (await import("./connection-sheet.tsx")).ConnectionSheet,
  lists: async () => (await import("../panels/market-list/watch-lists-sheet.view.tsx")).WatchListsSheet,
  keys: async () => (await withWords(import("./keys-sheet.tsx"))).KeysSheet,
  commands: async () => (await withWords(import("./commands/command-palette.tsx"))).CommandPalette,
  exit: async () => (await withWords(import("../panels/positions/exit-all.view.tsx"))).ExitAll,
  logout: async () => (await withWords(import("./logout-question.tsx"))).LogoutQuestion,
}

/** What speaks of accounts needs words that come after the first ones; without them it still opens. */
async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  await laterWords().catch(() => undefined)
  return part
}

/** Fetches the code ahead: on pointer-down, when a press is all but sure. */
export function loadOverlay(which: Overlay): void {
  // A failure shows when it is opened; nothing depends on fetching ahead.
  loaders[which]().catch(() => undefined)
}

export function Overlays() {
  const { open } = useSnapshot(overlay)
  return (Object.keys(loaders) as Overlay[]).map((which) => (
    <FetchedOverlay key={which} which={which} isOpen={open === which} />
  ))
}

function FetchedOverlay({ which, isOpen }: { which: Overlay; isOpen: boolean }) {
  const close = () => closeOverlay(which)
  const View = useFetchedPart(loaders[which], isOpen, close)
  return View ? <View isOpen={isOpen} onClose={close} /> : null
}

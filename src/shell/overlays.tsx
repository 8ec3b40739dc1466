/** The shell's own surfaces: side panel, preferences, limits, state of the connection, watch-lists, list of keys, command palette, the way out of all orders and positions, logging out. Each one's code comes with its first opening. */

import type { ComponentType } from "react"
import { useSnapshot } from "valtio"
import { closeOverlay, OVERLAYS, type Overlay, type OverlayProps, overlay } from "../stores/overlay-store.ts"
import { laterWords } from "../text/i18n.ts"
import { useFetchedPart } from "../ui/fetched-part.ts"

/** All of them say more than the first words. */
async function fetchView(which: Overlay): Promise<ComponentType<OverlayProps>> {
  const [view] = await Promise.all([
    import("./overlay-views.ts").then(({ overlayViews }) => overlayViews[which]()),
    laterWords(),
  ])
  return view
}

/** Fetches the code ahead: on pointer-down, when a press is all but sure. */
export function loadOverlay(which: Overlay): void {
  // A failure shows when it is opened; nothing depends on fetching ahead.
  fetchView(which).catch(() => undefined)
}

export function Overlays() {
  const { open } = useSnapshot(overlay)
  return OVERLAYS.map((which) => <FetchedOverlay key={which} which={which} isOpen={open === which} />)
}

function FetchedOverlay({ which, isOpen }: { which: Overlay; isOpen: boolean }) {
  const close = () => closeOverlay(which)
  const View = useFetchedPart(() => fetchView(which), isOpen, close)
  return View ? <View isOpen={isOpen} onClose={close} /> : null
}

/** Panels of a desk that are dragged to another place by their head; what moves them is fetched with the first press on one. */

import { type RefObject, useEffect, useRef } from "react"
import { PANELS, type PanelColumns, type PanelName } from "#core/workspace/layout.ts"
import { hasRested } from "./finger-rest.ts"

/** In rem: so far below its upper edge a panel is taken. The heads of all panels are as high as a mouse needs. */
const HEAD = { mouse: 2, finger: 2.75 } as const
/** What a press on a head means something else to. */
const BUSY =
  "button, a, input, select, textarea, label, summary, canvas, table, [role=tab], [role=slider], [role=separator]"

/** Marks a panel, and gives it a grip at its upper edge. */
export const deskPanel = (panel: PanelName): { "data-desk-panel": PanelName } => ({
  "data-desk-panel": panel,
})

export interface DragEvents {
  /** Of all panels, as they would be kept. */
  columns(): PanelColumns
  /** In the user's language. */
  nameOf(panel: PanelName): string
  moved(panel: PanelName, columns: PanelColumns): void
  picked(panel: PanelName): void
  putBack(panel: PanelName): void
}

/** Listens on the desk itself: its panels are many and come and go. */
export function usePanelDrag(desk: RefObject<HTMLElement | null>, events: DragEvents): void {
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  useEffect(() => {
    const root = desk.current
    if (!root) return
    const press = async (event: PointerEvent) => {
      const taken = headUnder(event)
      if (!taken) return
      const code = import("./panel-drag.ts").catch(() => undefined)
      // What comes from a mouse until the code is there is seen again by where the pointer is then.
      if (event.pointerType === "touch" && !(await hasRested(event, code))) return
      const drag = await code
      drag?.dragPanel(event, taken, latest.current)
    }
    // A browser asks at the first touch whether anybody may hold the scrolling back: too early for a panel in the hand.
    const mayHold = () => undefined
    root.addEventListener("pointerdown", press)
    root.addEventListener("touchmove", mayHold, { passive: false })
    return () => {
      root.removeEventListener("pointerdown", press)
      root.removeEventListener("touchmove", mayHold)
    }
  }, [desk])
}

function headUnder(event: PointerEvent): HTMLElement | undefined {
  if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return undefined
  const panel = event.target.closest<HTMLElement>("[data-desk-panel]")
  if (!panel || !panelNameOf(panel)) return undefined
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const head = HEAD[event.pointerType === "touch" ? "finger" : "mouse"]
  if (event.clientY - panel.getBoundingClientRect().top > head * rem) return undefined
  const busy = event.target.closest(BUSY)
  return busy && panel.contains(busy) ? undefined : panel
}

export const panelNameOf = (panel: HTMLElement): PanelName | undefined =>
  PANELS.find((name) => name === panel.dataset.deskPanel)

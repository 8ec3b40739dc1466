/** One drag of a panel, from the press on its head to where it is let go, or put back. */

import { boxAt, edgeAt, type PanelPlace, placedPanel } from "#core/workspace/panel-place.ts"
import { showDropMark } from "../ui/drop-mark.ts"
import { type DragEvents, panelNameOf } from "./use-panel-drag.ts"

/** A press that hardly moves moves nothing. */
const DRAG_FROM_PX = 6
/** Length of the tick under a finger that has taken a panel up. */
const FELT_MS = 10

/** A finger has rested before (finger-rest.ts): it has taken the panel up already. */
export function dragPanel(
  { pointerId, pointerType, clientX, clientY }: PointerEvent,
  taken: HTMLElement,
  events: DragEvents,
): void {
  const panel = panelNameOf(taken)
  if (!panel) return
  const columns = events.columns()
  let mark: ReturnType<typeof showDropMark> | undefined
  let place: PanelPlace | undefined
  let at = { x: clientX, y: clientY }
  const hearing = new AbortController()
  const { signal } = hearing

  const pickUp = () => {
    events.picked(panel)
    requestAnimationFrame(follow)
    return showDropMark(events.nameOf(panel))
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    // The button was let go where the page couldn't hear of it.
    if (event.buttons === 0) return leave()
    const { clientX: x, clientY: y } = event
    if (!mark && Math.hypot(x - clientX, y - clientY) < DRAG_FROM_PX) return
    at = { x, y }
    mark ??= pickUp()
    aim()
  }
  const aim = () => {
    const { x, y } = at
    const over = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-desk-panel]")
    const beside = over ? panelNameOf(over) : undefined
    const box = over?.getBoundingClientRect()
    const wish = beside && box ? { beside, edge: edgeAt(box, x, y) } : undefined
    place = wish && placedPanel(columns, panel, wish) ? wish : undefined
    mark?.carry(x, y, place && box ? boxAt(box, place.edge) : undefined)
  }
  // Panels may move and grow under a pointer that rests: as a notice comes, or a list its rows.
  const follow = () => {
    if (signal.aborted) return
    aim()
    requestAnimationFrame(follow)
  }
  const leave = () => {
    if (mark) events.putBack(panel)
    end()
  }
  const drop = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const placed = mark && place ? placedPanel(columns, panel, place) : undefined
    if (!placed) return leave()
    end()
    events.moved(panel, placed)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !mark) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  const keep = (event: Event) => event.preventDefault()
  // What a finger carries doesn't scroll; the desk asks for it (use-panel-drag.ts).
  const carry = (event: Event) => {
    if (event.cancelable) event.preventDefault()
  }
  const end = () => {
    hearing.abort()
    mark?.end()
  }
  window.addEventListener("pointermove", move, { signal })
  window.addEventListener("pointerup", drop, { signal })
  window.addEventListener("pointercancel", leave, { signal })
  window.addEventListener("blur", leave, { signal })
  window.addEventListener("keydown", press, { capture: true, signal })
  document.addEventListener("selectstart", keep, { signal })
  if (pointerType !== "touch") return
  window.addEventListener("touchmove", carry, { passive: false, signal })
  window.addEventListener("contextmenu", keep, { signal })
  navigator.vibrate?.(FELT_MS)
  mark = pickUp()
  mark.carry(clientX, clientY, undefined)
}

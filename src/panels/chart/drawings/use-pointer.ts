/** Drawing, choosing and moving by mouse and finger: listens before the chart does, and keeps from it what is meant for drawings. */

import { useEffect, useRef, useState } from "react"
import type { Drawing, DrawingKind, DrawingPoint } from "#core/drawing/drawing.ts"
import { choose, draw } from "../../../stores/drawing-store.ts"
import { drawingTools, setDrawingTools } from "../../../stores/drawing-tools.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { type DrawingLayer, REACH } from "./drawing-layer.ts"
import { type DrawingScale, drawingScale, type Px } from "./drawing-scale.ts"
import { magnetPrice } from "./magnet.ts"
import { completed, movedBy, newDrawing, pointAt, pressedPoints, usualLook } from "./new-drawing.ts"

/** A press that moves less chooses; more draws or moves. */
const DRAG_FROM_PX = 6
/** How far the magnet reaches, px. */
const MAGNET_PX = 24

interface PointerInput {
  figure: HTMLElement | null
  canvas: ChartCanvas
  layer: DrawingLayer | undefined
  instrument: string
  /** 1e-8. */
  tick: bigint
  chosen: Drawing | undefined
}

/** What is being drawn: the points that stand, and the one under the pointer. */
interface Placing {
  drawing: Drawing
  fixed: DrawingPoint[]
  /** Where the button went down for the first point: a drag from there draws in one go. */
  first: Px | undefined
}

interface Moving {
  drawing: Drawing
  from: Px
  moved: Drawing | undefined
}

export interface DrawingPointer {
  draft: Drawing | undefined
  /** Where a finger places a point: what it covers is shown beside it. */
  magnified: Px | undefined
  /** Points of what is being drawn that stand already; undefined: nothing is being drawn. */
  placed: number | undefined
  cancel: () => boolean
  /** A point for a place, by magnet where that is on. */
  snapped: (at: Px, isOther?: boolean) => DrawingPoint | undefined
  setDraft: (draft: Drawing | undefined) => void
  setMagnified: (at: Px | undefined) => void
}

export function useDrawingPointer(input: PointerInput): DrawingPointer {
  const [draft, setDraft] = useState<Drawing>()
  const [magnified, setMagnified] = useState<Px>()
  const [placed, setPlaced] = useState<number>()
  const latest = useRef(input)
  latest.current = input
  const placing = useRef<Placing>(undefined)
  const { figure, layer } = input

  const end = () => {
    placing.current = undefined
    setDraft(undefined)
    setMagnified(undefined)
    setPlaced(undefined)
  }
  const cancel = () => {
    const was = placing.current !== undefined
    end()
    return was
  }
  const snapped = (at: Px, isOther = false): DrawingPoint | undefined => {
    const { canvas, tick } = latest.current
    const scale = drawingScale(canvas)
    return scale && magnetPoint(at, scale, { tick, isMagnet: drawingTools.isMagnet !== isOther })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: listeners read what is current
  useEffect(() => {
    if (!figure || !layer) return
    let pressed: number | undefined
    let moving: Moving | undefined
    let tapped: Px | undefined

    const placeOf = (event: PointerEvent): Px => {
      const { left, top } = figure.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    const isOnPane = ({ x, y }: Px) => {
      const { canvas } = latest.current
      return x >= 0 && y >= 0 && x <= canvas.paneWidth() && y <= canvas.paneHeight()
    }
    const show = (point: DrawingPoint | undefined) => {
      const now = placing.current
      const scale = drawingScale(latest.current.canvas)
      if (!now || !point || !scale) return
      const { kind } = now.drawing
      const points = [...now.fixed, point]
      // A channel whose second point is being placed has no other side yet.
      const shown =
        kind === "channel" && points.length < 3 ? { ...now.drawing, kind: "trend" as const } : now.drawing
      const least = kind === "channel" ? 2 : pressedPoints(kind)
      while (points.length < least) points.push(point)
      setDraft({ ...shown, points: completed(kind, points, scale, latest.current.tick) })
    }
    const fix = (point: DrawingPoint | undefined) => {
      const now = placing.current
      const scale = drawingScale(latest.current.canvas)
      if (!now || !point || !scale) return
      now.fixed.push(point)
      const { kind } = now.drawing
      if (now.fixed.length < pressedPoints(kind)) {
        setPlaced(now.fixed.length)
        return
      }
      const points = completed(kind, now.fixed, scale, latest.current.tick)
      const drawing = { ...now.drawing, points }
      end()
      setDrawingTools({ tool: undefined })
      draw(latest.current.instrument, [{ after: drawing }])
      choose(latest.current.instrument, drawing.id)
    }
    const begin = (tool: DrawingKind, at: Px, event: PointerEvent) => {
      const isFirst = placing.current?.drawing.kind !== tool
      if (isFirst) {
        placing.current = { drawing: newDrawing(tool, [], usualLook(tool)), fixed: [], first: undefined }
        setPlaced(0)
        choose(latest.current.instrument, undefined)
      }
      const point = snapped(at, event.ctrlKey)
      const isMouse = event.pointerType === "mouse"
      if (isFirst && isMouse && point && placing.current && pressedPoints(tool) > 1) {
        placing.current.first = at
        placing.current.fixed.push(point)
        setPlaced(1)
      } else if (placing.current) placing.current.first = undefined
      show(point)
      if (!isMouse) setMagnified(at)
    }

    const onDown = (event: PointerEvent) => {
      const at = placeOf(event)
      tapped = undefined
      if (event.button !== 0 || pressed !== undefined || !isOnPane(at)) return
      const { tool } = drawingTools
      if (tool) {
        begin(tool, at, event)
        pressed = event.pointerId
        return
      }
      const { chosen, instrument } = latest.current
      const isMouse = event.pointerType === "mouse"
      const hit = layer.hit(at, isMouse ? REACH.mouse : REACH.touch)
      if (!hit) {
        if (chosen) tapped = at
        return
      }
      // A finger moves only what it has chosen: one that starts on a line may well want to scroll.
      if (!isMouse && hit.id !== chosen?.id) {
        tapped = at
        return
      }
      pressed = event.pointerId
      moving = { drawing: hit, from: at, moved: undefined }
      choose(instrument, hit.id)
      if (!isMouse) return
      figure.focus({ preventScroll: true })
    }
    const onMove = (event: PointerEvent) => {
      const at = placeOf(event)
      if (placing.current && (pressed === event.pointerId || event.pointerType === "mouse")) {
        show(snapped(at, event.ctrlKey))
        if (event.pointerType !== "mouse" && pressed === event.pointerId) setMagnified(at)
        return
      }
      if (!moving || pressed !== event.pointerId) return
      const by = { x: at.x - moving.from.x, y: at.y - moving.from.y }
      if (!moving.moved && Math.hypot(by.x, by.y) < DRAG_FROM_PX) return
      const scale = drawingScale(latest.current.canvas)
      if (moving.drawing.locked || !scale) return
      moving.moved = movedBy(moving.drawing, by, scale, latest.current.tick)
      setDraft(moving.moved)
    }
    const onUp = (event: PointerEvent) => {
      const at = placeOf(event)
      const { instrument } = latest.current
      if (pressed !== event.pointerId) {
        // A tap: chooses what is there, or lets go.
        if (tapped && Math.hypot(at.x - tapped.x, at.y - tapped.y) < DRAG_FROM_PX) {
          const reach = event.pointerType === "mouse" ? REACH.mouse : REACH.touch
          choose(instrument, layer.hit(at, reach)?.id)
        }
        tapped = undefined
        return
      }
      pressed = undefined
      setMagnified(undefined)
      const now = placing.current
      if (now) {
        const isStill = now.first && Math.hypot(at.x - now.first.x, at.y - now.first.y) < DRAG_FROM_PX
        // The first press of a mouse without a drag: the next one places the second point.
        if (now.first && isStill) now.first = undefined
        else fix(snapped(at, event.ctrlKey))
        return
      }
      const { drawing, moved } = moving ?? {}
      moving = undefined
      setDraft(undefined)
      if (drawing && moved) draw(instrument, [{ before: drawing, after: moved }])
    }
    const onCancel = (event: PointerEvent) => {
      if (pressed !== event.pointerId) return
      pressed = undefined
      moving = undefined
      end()
    }
    // What the chart listens to; a page that scrolled would take the finger away.
    const keep = (event: Event) => {
      if (pressed === undefined) return
      event.stopPropagation()
      if (event.type === "touchstart" && event.cancelable) event.preventDefault()
    }
    const early = { capture: true }
    figure.addEventListener("pointerdown", onDown, early)
    window.addEventListener("pointermove", onMove, early)
    window.addEventListener("pointerup", onUp, early)
    window.addEventListener("pointercancel", onCancel, early)
    figure.addEventListener("mousedown", keep, early)
    figure.addEventListener("touchstart", keep, { capture: true, passive: false })
    figure.addEventListener("touchmove", keep, early)
    return () => {
      figure.removeEventListener("pointerdown", onDown, early)
      window.removeEventListener("pointermove", onMove, early)
      window.removeEventListener("pointerup", onUp, early)
      window.removeEventListener("pointercancel", onCancel, early)
      figure.removeEventListener("mousedown", keep, early)
      figure.removeEventListener("touchstart", keep, early)
      figure.removeEventListener("touchmove", keep, early)
    }
  }, [figure, layer])

  return { draft, magnified, placed, cancel, snapped, setDraft, setMagnified }
}

function magnetPoint(
  at: Px,
  scale: DrawingScale,
  { tick, isMagnet }: { tick: bigint; isMagnet: boolean },
): DrawingPoint | undefined {
  const free = scale.priceAt(at.y)
  if (free === undefined) return undefined
  if (!isMagnet) return pointAt(at, scale, tick)
  const price = magnetPrice(free, scale.barAt(at.x), { y: scale.y, reach: MAGNET_PX })
  return pointAt({ x: at.x, y: price === free ? at.y : scale.y(price) }, scale, tick)
}

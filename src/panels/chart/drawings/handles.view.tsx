/** What the points of the chosen drawing are taken by: small to look at, 44 px to take hold of, and moved by arrow keys too. */

import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { useTranslation } from "react-i18next"
import { shiftBucket } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Drawing } from "#core/drawing/drawing.ts"
import { draw } from "../../../stores/drawing-store.ts"
import type { ChartText } from "../chart-text.ts"
import { steppedPrice } from "../own-lines.model.ts"
import type { DrawingScale } from "./drawing-scale.ts"
import styles from "./drawings.module.css"
import { withPoint } from "./new-drawing.ts"
import { placeOf } from "./shapes.ts"
import type { DrawingPointer } from "./use-pointer.ts"

interface HandlesProps {
  drawing: Drawing
  scale: DrawingScale
  pointer: DrawingPointer
  instrument: string
  interval: Interval
  tick: bigint
  text: ChartText
  colour: string
}

/** A handle that is held: where the finger took it, and what stands now. */
interface Grab {
  dx: number
  dy: number
  index: number
  moved: Drawing | undefined
}

export function Handles(props: HandlesProps) {
  const { drawing, scale, pointer, instrument, interval, tick, text } = props
  const { t } = useTranslation("drawing")
  const grab = useRef<Grab>(undefined)
  const before = useRef(drawing)
  if (!grab.current) before.current = drawing
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const release = () => {
    const held = grab.current
    grab.current = undefined
    pointer.setMagnified(undefined)
    pointer.setDraft(undefined)
    if (held?.moved) draw(instrument, [{ before: before.current, after: held.moved }])
  }
  const step = (event: KeyboardEvent, index: number) => {
    const point = drawing.points[index]
    const by = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key]
    if (!point || !by) return
    const [bars = 0, ticks = 0] = by.map((each) => each * (event.shiftKey ? 10 : 1))
    event.preventDefault()
    event.stopPropagation()
    const next = {
      time: bars === 0 ? point.time : Math.max(0, shiftBucket(point.time, interval, bars)),
      price: ticks === 0 ? point.price : steppedPrice(point.price, ticks, tick),
    }
    draw(instrument, [{ before: drawing, after: withPoint(drawing, index, next) }])
  }
  return drawing.points.map((point, index) => {
    const at = placeOf(point, scale)
    if (at.x < 0 || at.x > scale.width || at.y < 0 || at.y > scale.height) return null
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: a point's place is what it is
        key={index}
        type="button"
        className={styles.handle}
        style={{ left: at.x, top: at.y, borderColor: props.colour }}
        data-handle={index}
        aria-label={t("handle", {
          number: index + 1,
          price: text.price(Number(point.price)),
          time: text.moment(point.time),
        })}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const from = place(event)
          grab.current = { dx: at.x - from.x, dy: at.y - from.y, index, moved: undefined }
        }}
        onPointerMove={(event) => {
          const held = grab.current
          if (!held || held.index !== index) return
          const to = place(event)
          const target = { x: to.x + held.dx, y: to.y + held.dy }
          const next = pointer.snapped(target, event.ctrlKey)
          if (!next) return
          held.moved = withPoint(before.current, index, next)
          pointer.setDraft(held.moved)
          if (event.pointerType !== "mouse") pointer.setMagnified(target)
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          grab.current = undefined
          pointer.setMagnified(undefined)
          pointer.setDraft(undefined)
        }}
        onKeyDown={(event) => step(event, index)}
      />
    )
  })
}

/** How is a square cut out of a picture? Drawn on a canvas; dragged, pinched, wheeled, or moved by keys. */

import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Slider } from "../../ui/slider.tsx"
import styles from "./avatar.module.css"
import { type Crop, edgeOf, moveCrop, squareOf, ZOOM_MAX, zoomCrop } from "./crop.model.ts"

interface CropFieldProps {
  bitmap: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}

/** Pixels of the canvas: twice what a sheet shows. */
const CANVAS_EDGE = 560
/** A key moves by this share of the square, zooms by this factor. */
const KEY_STEP = 0.05
const KEY_ZOOM = 1.1
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const zoomOf = (percent: number) => 1 + (percent / 100) * (ZOOM_MAX - 1)
const percentOf = (zoom: number) => Math.round(((zoom - 1) / (ZOOM_MAX - 1)) * 100)

export function CropField({ bitmap, crop, onChange }: CropFieldProps) {
  const { t, i18n } = useTranslation("account")
  const hintId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  useEffect(() => draw(canvas.current, bitmap, crop), [bitmap, crop])

  const zoomTo = (zoom: number) => onChange(zoomCrop(bitmap, crop, zoom))
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const step = edgeOf(bitmap, crop) * KEY_STEP
    if (move) onChange(moveCrop(bitmap, crop, move[0] * step, move[1] * step))
    else if (event.key === "+") zoomTo(crop.zoom * KEY_ZOOM)
    else if (event.key === "-") zoomTo(crop.zoom / KEY_ZOOM)
    else return
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) {
      const grown = distance(now, other) / Math.max(1, distance(before, other))
      return zoomTo(crop.zoom * grown)
    }
    // The picture follows the finger, so the square goes the other way.
    const scale = edgeOf(bitmap, crop) / event.currentTarget.clientWidth
    onChange(moveCrop(bitmap, crop, (before.x - now.x) * scale, (before.y - now.y) * scale))
  }
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId)
  return (
    <div className={styles.crop} data-base-ui-swipe-ignore="">
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={CANVAS_EDGE}
        height={CANVAS_EDGE}
        role="img"
        tabIndex={0}
        aria-label={t("avatar.part")}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onPointerMove}
        onPointerUp={lift}
        onPointerCancel={lift}
        onWheel={(event) => zoomTo(crop.zoom * (event.deltaY < 0 ? KEY_ZOOM : 1 / KEY_ZOOM))}
      />
      <p id={hintId} className={styles.text}>
        {t("avatar.hint")}
      </p>
      <Slider
        label={t("avatar.zoom")}
        value={percentOf(crop.zoom)}
        format={(percent) =>
          `${new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(zoomOf(percent))}×`
        }
        onChange={(percent) => zoomTo(zoomOf(percent))}
      />
    </div>
  )
}

const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y)

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap, crop: Crop): void {
  const context = canvas?.getContext("2d")
  // Closed: another picture takes its place in a moment.
  if (!context || bitmap.width === 0) return
  const { x, y, edge } = squareOf(bitmap, crop)
  context.fillStyle = "white"
  context.fillRect(0, 0, CANVAS_EDGE, CANVAS_EDGE)
  context.drawImage(bitmap, x, y, edge, edge, 0, 0, CANVAS_EDGE, CANVAS_EDGE)
}

/** Shows beside a finger what it covers: twice as large, with a cross where the point will be. */

import { useEffect, useRef } from "react"
import type { Px } from "./drawing-scale.ts"
import styles from "./drawings.module.css"

const SIZE_PX = 112
const ZOOM = 2
/** From the finger to the glass's middle. */
const AWAY_PX = 104

interface MagnifierProps {
  at: Px
  figure: HTMLElement | null
  width: number
}

export function Magnifier({ at, figure, width }: MagnifierProps) {
  const glass = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (glass.current && figure) paint(glass.current, figure, at)
    })
    return () => cancelAnimationFrame(frame)
  }, [at, figure])
  const isBelow = at.y - AWAY_PX - SIZE_PX / 2 < 0
  const left = Math.min(width - SIZE_PX / 2, Math.max(SIZE_PX / 2, isBelow ? at.x - AWAY_PX : at.x))
  const top = isBelow ? Math.max(SIZE_PX / 2, at.y - AWAY_PX / 2) : at.y - AWAY_PX
  return (
    <div
      className={styles.magnifier}
      style={{ left, top, width: SIZE_PX, height: SIZE_PX }}
      aria-hidden="true"
    >
      <canvas ref={glass} />
    </div>
  )
}

function paint(glass: HTMLCanvasElement, figure: HTMLElement, at: Px): void {
  const ratio = window.devicePixelRatio || 1
  glass.width = SIZE_PX * ratio
  glass.height = SIZE_PX * ratio
  const pen = glass.getContext("2d")
  if (!pen) return
  const own = figure.getBoundingClientRect()
  const reach = SIZE_PX / ZOOM
  pen.scale(ratio * ZOOM, ratio * ZOOM)
  pen.translate(reach / 2 - at.x, reach / 2 - at.y)
  for (const layer of figure.querySelectorAll("canvas")) {
    const box = layer.getBoundingClientRect()
    if (box.width > 0 && box.height > 0)
      pen.drawImage(layer, box.left - own.left, box.top - own.top, box.width, box.height)
  }
  pen.strokeStyle = getComputedStyle(figure).color
  pen.lineWidth = 0.5
  pen.beginPath()
  pen.moveTo(at.x - 8, at.y)
  pen.lineTo(at.x + 8, at.y)
  pen.moveTo(at.x, at.y - 8)
  pen.lineTo(at.x, at.y + 8)
  pen.stroke()
}

/** How does a chart become a picture to keep? The canvas with a title line above it, as a PNG file. */

import type { ChartColours } from "./chart-colours.ts"

const TITLE_PX = 36
const FONT_PX = 13
const MARGIN_PX = 12

interface Title {
  /** Market and interval. */
  name: string
  /** When, and whose. */
  note: string
}

/** The chart's own canvas is in device pixels; so is the picture. */
export function titledPicture(
  chart: HTMLCanvasElement,
  title: Title,
  colours: ChartColours,
): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1
  const picture = document.createElement("canvas")
  picture.width = chart.width
  picture.height = chart.height + TITLE_PX * ratio
  const pen = picture.getContext("2d")
  if (!pen) throw new Error("no canvas to draw the picture on")
  pen.fillStyle = colours.background
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.textBaseline = "middle"
  pen.fillStyle = colours.words
  pen.font = `600 ${FONT_PX * ratio}px ${colours.font}`
  pen.fillText(title.name, MARGIN_PX * ratio, (TITLE_PX * ratio) / 2)
  pen.textAlign = "right"
  pen.fillStyle = colours.text
  pen.font = `${(FONT_PX - 2) * ratio}px ${colours.font}`
  pen.fillText(title.note, picture.width - MARGIN_PX * ratio, (TITLE_PX * ratio) / 2)
  pen.drawImage(chart, 0, TITLE_PX * ratio)
  return picture
}

/** Hands the picture to the browser's downloads. */
export function savePicture(picture: HTMLCanvasElement, fileName: string): void {
  picture.toBlob((blob) => {
    if (!blob) return
    const link = document.createElement("a")
    link.href = URL.createObjectURL(blob)
    link.download = fileName
    link.click()
    // The download has begun by then; the picture needn't stay in memory.
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }, "image/png")
}

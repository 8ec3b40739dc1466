/** Saves an address as a picture: what it is for, its code, and the address itself, so that it can be passed on whole. */

import { saveFile } from "../../api/download.ts"
import { qrRows } from "../../ui/qr-rows.ts"

/** In px of the picture. */
const MODULE = 14
const LINE = 44
const FONT = "26px system-ui, sans-serif"

interface QrPicture {
  /** What the code says. */
  text: string
  title: string
  address: string
}

/** Nothing where the browser can't draw. */
export function saveQr({ text, title, address }: QrPicture): void {
  const rows = qrRows(text)
  const size = rows.length * MODULE
  const half = Math.ceil(address.length / 2)
  const lines = [title, address.slice(0, half), address.slice(half)]
  const canvas = document.createElement("canvas")
  canvas.width = size
  canvas.height = size + (lines.length + 1) * LINE
  const pen = canvas.getContext("2d")
  if (!pen) return
  // Not themed: a camera reads dark on white.
  pen.fillStyle = "#ffffff"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = "#000000"
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)
  pen.font = FONT
  pen.textAlign = "center"
  for (const [place, line] of lines.entries())
    pen.fillText(line, size / 2, size + (place + 1) * LINE, size - 2 * MODULE)
  canvas.toBlob((picture) => {
    if (picture) saveFile(picture, `${address}.png`)
  }, "image/png")
}

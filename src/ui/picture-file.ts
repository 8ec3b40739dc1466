/** Turns a file into a picture that can be sent. Read by the browser, held upright, drawn anew as JPEG. */

import { HEAD_BYTES, isHeic, type PictureSize } from "./picture-size.ts"

/** Larger files aren't read at all: a phone would run out of memory. */
const FILE_BYTES_MAX = 40 * 1024 * 1024
const QUALITY = 0.85

/** `heic`: an iPhone's own kind, which this browser can't read. `kind`: no picture. `large`: too many bytes. */
export type PictureProblem = "heic" | "kind" | "large"
export type ReadPicture = { ok: true; bitmap: ImageBitmap } | { ok: false; problem: PictureProblem }

/** Reads a file as the camera was held (EXIF). The bitmap must be closed by whoever asked for it. */
export async function readPicture(file: Blob): Promise<ReadPicture> {
  if (file.size > FILE_BYTES_MAX) return { ok: false, problem: "large" }
  try {
    return { ok: true, bitmap: await createImageBitmap(file, { imageOrientation: "from-image" }) }
  } catch {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    return { ok: false, problem: isHeic(head) ? "heic" : "kind" }
  }
}

export interface PicturePart extends PictureSize {
  x: number
  y: number
}

/** Draws a part of a picture onto white; null when the browser can't (no memory for it). */
export async function drawJpeg(
  bitmap: ImageBitmap,
  part: PicturePart,
  size: PictureSize,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas")
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext("2d", { alpha: false })
  if (!context) return null
  context.fillStyle = "white"
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height)
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))
  // Safari keeps a canvas' memory until it is small again.
  canvas.width = 0
  canvas.height = 0
  return jpeg
}

/** Limits of a picture's size in pixels, and its real kind. Plain functions. */

export interface PictureSize {
  width: number
  height: number
}

/** Smaller than this nothing can be read on a document; the server refuses it as well. */
const READABLE_EDGE_MIN = 200

export const isReadable = ({ width, height }: PictureSize): boolean =>
  Math.min(width, height) >= READABLE_EDGE_MIN

/** The same shape with its longer edge at most `edge`. Whole pixels, at least one; never enlarged. */
export function fitWithin({ width, height }: PictureSize, edge: number): PictureSize {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Bytes of a file's beginning that tell its kind. */
export const HEAD_BYTES = 16
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])

/** Pictures as iPhones keep them, which most browsers can't read. `head`: the file's first bytes. */
export function isHeic(head: Uint8Array): boolean {
  const word = (from: number) => String.fromCharCode(...head.subarray(from, from + 4))
  return word(4) === "ftyp" && HEIC_BRANDS.has(word(8))
}

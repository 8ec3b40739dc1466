/** Which square of a picture is taken? Centre and zoom, kept inside of the picture; plain functions in its pixels. */

import type { PictureSize } from "../../ui/picture-size.ts"

export interface Crop {
  /** Centre of the square. */
  x: number
  y: number
  /** 1: the largest square there is. */
  zoom: number
}

export const ZOOM_MAX = 5

/** The largest square in the middle. */
export const wholeCrop = ({ width, height }: PictureSize): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Edge of the square. */
export const edgeOf = ({ width, height }: PictureSize, { zoom }: Crop): number =>
  Math.min(width, height) / zoom

/** The square's upper left corner and edge. */
export function squareOf(size: PictureSize, crop: Crop): { x: number; y: number; edge: number } {
  const edge = edgeOf(size, crop)
  return { x: crop.x - edge / 2, y: crop.y - edge / 2, edge }
}

/** Moves the square; at the picture's border it stops. */
export const moveCrop = (size: PictureSize, crop: Crop, right: number, down: number): Crop =>
  inside(size, { ...crop, x: crop.x + right, y: crop.y + down })

/** Zooms about the square's centre. */
export const zoomCrop = (size: PictureSize, crop: Crop, zoom: number): Crop =>
  inside(size, { ...crop, zoom: Math.min(ZOOM_MAX, Math.max(1, zoom)) })

function inside(size: PictureSize, crop: Crop): Crop {
  const half = edgeOf(size, crop) / 2
  return {
    zoom: crop.zoom,
    x: Math.min(size.width - half, Math.max(half, crop.x)),
    y: Math.min(size.height - half, Math.max(half, crop.y)),
  }
}

/** This device's price ladder, kept under `saker:ladder`: whether it stands in the book's place, whether it follows the market, and the size of an order by market. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:ladder"
/** Markets whose size is remembered; the oldest gives way. */
export const LADDER_SIZES_MAX = 100

export const DEPTH_FACES = ["book", "ladder"] as const
/** What stands where the book is. */
export type DepthFace = (typeof DEPTH_FACES)[number]

interface LadderSettings {
  face: DepthFace
  /** Centred anew when the market has left the rows. */
  isCentring: boolean
  /** Decimal text in the base currency by instrument: what a press orders. */
  sizes: Record<string, string>
}

/** Pure: what isn't a setting falls back to the book, following, and no sizes. */
export function parseLadderSettings(text: string | null): LadderSettings {
  let stored: { face?: unknown; isCentring?: unknown; sizes?: unknown } = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Not ours, or cut off: the defaults hold.
  }
  const sizes = Object.entries(Object(stored.sizes ?? {})).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && /^\d{1,12}(?:\.\d{1,8})?$/.test(entry[1]) && /[1-9]/.test(entry[1]),
  )
  return {
    face: DEPTH_FACES.find((face) => face === stored.face) ?? "book",
    isCentring: stored.isCentring !== false,
    sizes: Object.fromEntries(sizes.slice(-LADDER_SIZES_MAX)),
  }
}

export const ladderSettings = proxy<LadderSettings>(parseLadderSettings(readDevice(KEY)))

export function chooseDepthFace(face: DepthFace): void {
  ladderSettings.face = face
  keep()
}

export function chooseCentring(isCentring: boolean): void {
  ladderSettings.isCentring = isCentring
  keep()
}

/** `size`: wire text; undefined: none is chosen, and a press leads to the ticket. */
export function chooseLadderSize(instrument: string, size: string | undefined): void {
  const { [instrument]: _, ...others } = ladderSettings.sizes
  const all = size === undefined ? others : { ...others, [instrument]: size }
  ladderSettings.sizes = Object.fromEntries(Object.entries(all).slice(-LADDER_SIZES_MAX))
  keep()
}

function keep(): void {
  writeDevice(KEY, JSON.stringify(ladderSettings))
}

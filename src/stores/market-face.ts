/** How the markets of a kind are shown: as a list, a map or a table of funding. Kept for the tab. */

import { proxy } from "valtio/vanilla"
import { readTab, writeTab } from "./tab-storage.ts"

const KEY = "saker:market-face"
const FACES = ["list", "map", "funding"] as const
export type MarketFace = (typeof FACES)[number]

/** Those that a kind has: second contracts have no turnover, and only perpetuals pay funding. */
export const FACES_OF = {
  spot: ["list", "map"],
  perpetual: ["list", "map", "funding"],
  second: ["list"],
} as const satisfies Record<string, readonly MarketFace[]>

/** Anything but a face is the list. */
export const parseFace = (text: string | null): MarketFace => FACES.find((face) => face === text) ?? "list"

export const marketFace = proxy<{ face: MarketFace }>({ face: parseFace(readTab(KEY)) })

export function showFace(face: MarketFace): void {
  marketFace.face = face
  writeTab(KEY, face)
}

/** The face chosen, where the kind has it; else its list. */
export const faceFor = (kind: keyof typeof FACES_OF, chosen: MarketFace): MarketFace =>
  (FACES_OF[kind] as readonly MarketFace[]).includes(chosen) ? chosen : "list"

/**
 * Whose platform is this? Name and logo as the operator set them, kept under `saker:brand` so that the next start shows
 * them at once. Written by src/shell/load-brand.ts.
 */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:brand"
/** As the setting allows; keeps a broken answer from filling the storage. */
const TEXT_MAX = 2000
/** A logo wider than this would push everything else out of the bar. */
const RATIO_MAX = 5

interface Brand {
  /** Empty: the built-in name. */
  name: string
  /** Address of a picture; empty: the built-in mark. */
  logo: string
  /** Width by height of the logo, as it was when it was last seen; 1 until then. */
  ratio: number
}

/** `isKnown`: told now or at an earlier visit, or not to be had: until then the name's place is kept free. */
export const brand = proxy<Brand & { isKnown: boolean }>(startingBrand(readDevice(KEY)))

/** Reads what was kept; anything that isn't a brand counts as not known yet. */
export function startingBrand(kept: string | null): Brand & { isKnown: boolean } {
  const { name, logo, ratio } = Object(readJson(kept)) as Partial<Brand>
  return typeof name === "string" && typeof logo === "string"
    ? { name, logo, ratio: soundRatio(ratio), isKnown: true }
    : { name: "", logo: "", ratio: 1, isKnown: false }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null")
  } catch {
    return null
  }
}

/** A function of its own name, since the store above begins with it. */
function soundRatio(ratio: unknown): number {
  return typeof ratio === "number" && ratio > 0 ? Math.min(RATIO_MAX, Math.max(1, ratio)) : 1
}

/** The operator's word. Another picture begins with a square place, as at a first visit. */
export function writeBrand({ name, logo }: { name: string; logo: string }): void {
  const isOther = logo !== brand.logo
  brand.name = name.trim().slice(0, TEXT_MAX)
  brand.logo = logo.slice(0, TEXT_MAX)
  if (isOther) brand.ratio = 1
  brand.isKnown = true
  keep(brand.ratio)
}

/** It can't be had: the built-in brand stands, and nothing is kept. */
export function giveUpBrand(): void {
  brand.isKnown = true
}

/** The logo was seen: its place gets its width at the next start, so that nothing moves now. */
export function keepLogoRatio(width: number, height: number): void {
  if (width > 0 && height > 0) keep(soundRatio(width / height))
}

function keep(ratio: number): void {
  writeDevice(KEY, JSON.stringify({ name: brand.name, logo: brand.logo, ratio }))
}

/** This device's panel sizes, kept under `saker:layout`, one set a width class. */

import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:layout"

/** The three desk layouts, by width. */
export type WidthClass = "narrow" | "medium" | "wide"

/** Shares in percent by panel id, as the panel group reports them. */
export type PanelShares = Readonly<Record<string, number>>

type Stored = Partial<Record<WidthClass, Record<string, PanelShares>>>

/** 1024 to 1439 px is narrow, below 1800 px medium, from there wide. */
export function widthClassOf(width: number): WidthClass {
  if (width < 1440) return "narrow"
  return width < 1800 ? "medium" : "wide"
}

/** What was kept for one panel group, or undefined for the default sizes. */
export function readShares(widthClass: WidthClass, group: string): PanelShares | undefined {
  return parseLayout(readDevice(KEY))[widthClass]?.[group]
}

export function writeShares(widthClass: WidthClass, group: string, shares: PanelShares): void {
  const all = parseLayout(readDevice(KEY))
  writeDevice(KEY, JSON.stringify({ ...all, [widthClass]: { ...all[widthClass], [group]: shares } }))
}

/** Reads a stored layout; what isn't one counts as none. */
export function parseLayout(text: string | null): Stored {
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    if (!isRecord(value)) return {}
    const stored: Stored = {}
    for (const widthClass of ["narrow", "medium", "wide"] as const) {
      const groups = value[widthClass]
      if (isRecord(groups)) stored[widthClass] = keepShares(groups)
    }
    return stored
  } catch {
    return {}
  }
}

function keepShares(groups: Record<string, unknown>): Record<string, PanelShares> {
  const kept: Record<string, PanelShares> = {}
  for (const [group, shares] of Object.entries(groups)) if (isShares(shares)) kept[group] = shares
  return kept
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isShares = (value: unknown): value is PanelShares =>
  isRecord(value) &&
  Object.values(value).every((share) => typeof share === "number" && share >= 0 && share <= 100)

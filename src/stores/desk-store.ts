/** How the panels of this device's desk stand, kept under `saker:desk`; which named layout they came from. */

import { proxy, ref } from "valtio"
import { type DeskSizes, isSound, PANELS, type PanelColumns } from "#core/workspace/layout.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:desk"

export interface Desk extends DeskSizes {
  /** None: the standard desk, which fits itself to the width of the window. */
  columns: PanelColumns
  /** Id of the layout that was chosen last, or the name of a preset. */
  layout: string
  /** Something was moved, hidden or sized since. */
  isChanged: boolean
}

const STANDARD: Desk = { columns: [], widths: {}, heights: {}, layout: "standard", isChanged: false }

/** Replaced whole. */
export const desk = proxy<{ now: Desk }>({ now: ref(parseDesk(readDevice(KEY))) })

/** Moved, hidden, sized: the layout that it came from stays as it was saved. */
export const changeDesk = (change: Partial<DeskSizes & Pick<Desk, "columns">>): void =>
  showDesk({ ...desk.now, ...change, isChanged: true })

export function showDesk(now: Desk): void {
  desk.now = ref(now)
  writeDevice(KEY, JSON.stringify(now))
}

/** Reads what is stored; what no desk can show counts as the standard one. */
export function parseDesk(text: string | null): Desk {
  try {
    const stored = Object(JSON.parse(text ?? "null")) as Record<keyof Desk, unknown>
    const columns = readColumns(stored.columns)
    if (!columns) return STANDARD
    return {
      columns,
      widths: readShares(stored.widths),
      heights: readShares(stored.heights),
      layout: typeof stored.layout === "string" ? stored.layout : "",
      isChanged: stored.isChanged === true,
    }
  } catch {
    return STANDARD
  }
}

function readColumns(stored: unknown): PanelColumns | undefined {
  if (!Array.isArray(stored)) return undefined
  const columns = stored
    .filter(Array.isArray)
    .map((column) => PANELS.filter((panel) => column.includes(panel)))
  const asStored = stored as PanelColumns
  const isKnown = columns.every((column, at) => column.length === asStored[at]?.length)
  return columns.length === stored.length && isKnown && isSound(asStored) ? asStored : undefined
}

/** A function, since the store is read while this file is. */
function readShares(stored: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object(stored) as Record<string, unknown>).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] >= 0 && entry[1] <= 100,
    ),
  )
}

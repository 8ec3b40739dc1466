/** Whether this device's charts show their legends whole or in one line, where there is little room and where there is much; kept under `saker:legend`. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:legend"

/** How much room a chart has for words over its candles. */
export type LegendRoom = "little" | "much"

/** Left out: nobody has chosen yet, the chart decides. */
export type LegendFolds = Partial<Record<LegendRoom, boolean>>

/** Reads what is stored; what isn't a choice was none. */
export function parseLegendFolds(text: string | null): LegendFolds {
  let stored: LegendFolds = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Not ours, or cut off.
  }
  const rooms: readonly LegendRoom[] = ["little", "much"]
  return Object.fromEntries(
    rooms.filter((room) => typeof stored[room] === "boolean").map((room) => [room, stored[room]]),
  )
}

export const legendFolds = proxy<LegendFolds>(parseLegendFolds(readDevice(KEY)))

export function foldLegend(room: LegendRoom, isFolded: boolean): void {
  legendFolds[room] = isFolded
  writeDevice(KEY, JSON.stringify(legendFolds))
}

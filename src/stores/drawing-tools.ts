/** Which drawing tool is held, and how the tools are set on this device; kept under `saker:drawing-tools`. The drawings themselves are in drawing-store.ts. */

import { proxy } from "valtio"
import type { DrawingKind } from "#core/drawing/drawing.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:drawing-tools"

interface DrawingTools {
  /** The row of tools stands beside the chart. */
  isOpen: boolean
  /** Points go to the nearest open, high, low or close. */
  isMagnet: boolean
  /** What is drawn next; undefined: the chart is moved as ever. */
  tool: DrawingKind | undefined
}

export const drawingTools = proxy<DrawingTools>({ ...parseTools(readDevice(KEY)), tool: undefined })

function parseTools(text: string | null): Pick<DrawingTools, "isOpen" | "isMagnet"> {
  try {
    const stored: Partial<Record<keyof DrawingTools, unknown>> = Object(JSON.parse(text ?? "{}"))
    return { isOpen: stored.isOpen === true, isMagnet: stored.isMagnet === true }
  } catch {
    // Torn or foreign: as delivered.
    return { isOpen: false, isMagnet: false }
  }
}

/** Changes how the tools are set; without the row of tools none is held. */
export function setDrawingTools(change: Partial<DrawingTools>): void {
  Object.assign(drawingTools, change)
  if (!drawingTools.isOpen) drawingTools.tool = undefined
  const { isOpen, isMagnet } = drawingTools
  writeDevice(KEY, JSON.stringify({ isOpen, isMagnet }))
}

/** What a visitor drew is kept on the device, market by market; a user's under their number until the server has it. */
export const drawingsKey = (owner: string, instrument: string): string =>
  `saker:drawings:${owner}:${instrument}`

/** Whether this device keeps drawings of a market: then what draws them is fetched. */
export const hasKeptDrawings = (owner: string, instrument: string): boolean =>
  readDevice(drawingsKey(owner, instrument)) !== null

/**
 * What is drawn on the charts, market by market. A visitor's drawings are kept on the device; a user's at the server, and
 * on the device only what it hasn't taken yet. panels/chart/drawings/drawing-sync.ts takes them there.
 */

import { proxy, ref } from "valtio"
import { DRAWING_FORM, type Drawing } from "#core/drawing/drawing.ts"
import { mergeDrawings } from "#core/drawing/merge-drawings.ts"
import { readDrawings } from "#core/drawing/read-drawings.ts"
import { dropDevice, readDevice, writeDevice } from "./device-storage.ts"
import {
  applied,
  changesOf,
  type DrawingHistory,
  type DrawingStep,
  NO_HISTORY,
  noted,
  redone,
  undone,
} from "./drawing-history.ts"
import { drawingsKey } from "./drawing-tools.ts"

export interface DrawingBoard {
  /** Replaced whole, the one drawn last at the end. */
  drawings: readonly Drawing[]
  history: DrawingHistory
  /** The drawing that is chosen, by id. */
  chosen: string | undefined
  /** All are out of sight for a while. */
  isHidden: boolean
}

/** What the server hasn't got yet, by id; of a visitor everything. */
interface Unsent {
  changed: Set<string>
  removed: Set<string>
}

interface Kept {
  owner: string
  unsent: Unsent
  /** Rows of a newer release, kept as they are. */
  foreign: unknown[]
}

/** Undefined: nobody asked for that market's yet. */
export const boards = proxy<{ byId: Record<string, DrawingBoard> }>({ byId: {} })
const kept = new Map<string, Kept>()
const listeners = new Set<(instrument: string, step: DrawingStep) => void>()

/** The board of a market, read from the device when it is first asked for. `owner`: a user's number; empty: a visitor. */
export function openBoard(instrument: string, owner: string): DrawingBoard {
  const known = boards.byId[instrument]
  if (known && kept.get(instrument)?.owner === owner) return known
  const own = readKept(owner, instrument)
  // What was drawn before the login comes along.
  const before = owner === "" ? undefined : readKept("", instrument)
  const drawings = before
    ? mergeDrawings(own.drawings, { drawings: before.drawings, removed: [] })
    : own.drawings
  kept.set(instrument, {
    owner,
    unsent: { changed: new Set(drawings.map(({ id }) => id)), removed: new Set(own.removed) },
    foreign: own.foreign,
  })
  const board: DrawingBoard = {
    drawings: ref(drawings),
    history: ref(NO_HISTORY),
    chosen: undefined,
    isHidden: false,
  }
  boards.byId[instrument] = board
  if (before && before.drawings.length > 0) {
    keep(instrument)
    dropDevice(drawingsKey("", instrument))
  }
  return boards.byId[instrument] as DrawingBoard
}

function readKept(owner: string, instrument: string) {
  let stored: { form?: unknown; drawings?: unknown; removed?: unknown } = {}
  try {
    stored = Object(JSON.parse(readDevice(drawingsKey(owner, instrument)) ?? "{}"))
  } catch {
    // Cut off: nothing of it can be told.
  }
  const removed = Array.isArray(stored.removed) ? stored.removed : []
  return {
    ...readDrawings(stored.drawings, stored.form),
    removed: removed.filter((id) => typeof id === "string"),
  }
}

/** Writes to the device what only it has. */
function keep(instrument: string): void {
  const own = kept.get(instrument)
  const board = boards.byId[instrument]
  if (!own || !board) return
  const { changed, removed } = own.unsent
  const drawings = board.drawings.filter(({ id }) => changed.has(id))
  const key = drawingsKey(own.owner, instrument)
  // A visitor has no server that would still have what was deleted.
  const gone = own.owner === "" ? [] : [...removed]
  if (drawings.length + gone.length + own.foreign.length === 0) {
    dropDevice(key)
    return
  }
  const rows = [...drawings, ...own.foreign]
  writeDevice(key, JSON.stringify({ form: DRAWING_FORM, drawings: rows, removed: gone }))
}

/** Told after each change that a person makes, taken back or done again. */
export function onDrawn(listener: (instrument: string, step: DrawingStep) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A step of the person: it can be taken back. */
export function draw(instrument: string, step: DrawingStep): void {
  const board = boards.byId[instrument]
  if (!board || step.length === 0) return
  board.history = ref(noted(board.history, step))
  take(instrument, step)
}

export function undo(instrument: string): void {
  const board = boards.byId[instrument]
  const back = board && undone(board.history)
  if (!back) return
  board.history = ref(back.history)
  take(instrument, back.step)
}

export function redo(instrument: string): void {
  const board = boards.byId[instrument]
  const again = board && redone(board.history)
  if (!again) return
  board.history = ref(again.history)
  take(instrument, again.step)
}

function take(instrument: string, step: DrawingStep): void {
  const board = boards.byId[instrument]
  const own = kept.get(instrument)
  if (!board || !own) return
  board.drawings = ref(applied(board.drawings, step))
  if (!board.drawings.some(({ id }) => id === board.chosen)) board.chosen = undefined
  const { drawings, removed } = changesOf(step)
  for (const { id } of drawings) {
    own.unsent.changed.add(id)
    own.unsent.removed.delete(id)
  }
  for (const id of removed) {
    own.unsent.changed.delete(id)
    own.unsent.removed.add(id)
  }
  keep(instrument)
  for (const tell of listeners) tell(instrument, step)
}

export function choose(instrument: string, id: string | undefined): void {
  const board = boards.byId[instrument]
  if (board) board.chosen = id
}

/** The drawing that is chosen, as it is now. */
export function chosenNow(instrument: string): Drawing | undefined {
  const board = boards.byId[instrument]
  return board?.drawings.find(({ id }) => id === board.chosen)
}

export function setBoardHidden(instrument: string, isHidden: boolean): void {
  const board = boards.byId[instrument]
  if (board) board.isHidden = isHidden
}

/** What the server hasn't got; a copy, so that what is drawn while it is on its way counts anew. */
export function unsentOf(instrument: string): { drawings: Drawing[]; removed: string[] } {
  const own = kept.get(instrument)
  const drawings = boards.byId[instrument]?.drawings ?? []
  return {
    drawings: drawings.filter(({ id }) => own?.unsent.changed.has(id)),
    removed: [...(own?.unsent.removed ?? [])],
  }
}

/** The server has these, as they were sent; and the list as it is there now. */
export function takeSaved(
  instrument: string,
  saved: readonly Drawing[],
  sent: { drawings: readonly Drawing[]; removed: readonly string[] },
): void {
  const own = kept.get(instrument)
  const board = boards.byId[instrument]
  if (!own || !board) return
  const now = new Map(board.drawings.map((drawing) => [drawing.id, drawing]))
  // Changed again meanwhile: still unsent.
  for (const drawing of sent.drawings)
    if (now.get(drawing.id) === drawing) own.unsent.changed.delete(drawing.id)
  for (const id of sent.removed) own.unsent.removed.delete(id)
  board.drawings = ref(mergeDrawings(saved, unsentOf(instrument)))
  keep(instrument)
}

/** The session is over: what belongs to the account isn't shown or kept any longer. */
export function forgetBoards(): void {
  for (const [instrument, { owner }] of kept) {
    if (owner === "") continue
    dropDevice(drawingsKey(owner, instrument))
    kept.delete(instrument)
    delete boards.byId[instrument]
  }
}

/** Rows that keep their places while somebody is at them; new ones wait. */

import { useState } from "react"

/** What a held list shows, and how many rows wait until it is let go. */
export interface HeldRows<Row> {
  rows: readonly Row[]
  waiting: number
}

/**
 * Rows while somebody is at them: those that were there stay in their places and say the newest, also that they have
 * ended (`latest` knows rows that are in the list no more). Older rows that were read meanwhile come after them; new
 * ones wait.
 */
export function heldRows<Row, Key>(
  held: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => Key,
  latest: (row: Row) => Row,
): HeldRows<Row> {
  if (held === now) return { rows: held, waiting: 0 }
  const current = new Map(now.map((row) => [keyOf(row), row]))
  const rows = held.map((row) => current.get(keyOf(row)) ?? latest(row))
  const places = new Set(held.map(keyOf))
  const lastKnown = now.findLastIndex((row) => places.has(keyOf(row)))
  const isNew = (row: Row) => !places.has(keyOf(row))
  const older = lastKnown < 0 ? [] : now.slice(lastKnown + 1).filter(isNew)
  return { rows: [...rows, ...older], waiting: now.filter(isNew).length - older.length }
}

interface SteadyRows<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** How a row stands that is in `rows` no more, while it is held in its place. */
  latest?: (row: Row) => Row
}

/**
 * The rows as they were when holding began, saying the newest; the rows themselves while nobody is at them. Nobody aims at a row of
 * an empty list: what comes to it is shown.
 */
export function useSteadyRows<Row>({ rows, keyOf, latest }: SteadyRows<Row>, isAimedAt: boolean) {
  const [held, setHeld] = useState<readonly Row[] | null>(null)
  const isHeld = isAimedAt && (held ?? rows).length > 0
  if (isHeld && held === null) setHeld(rows)
  if (!isHeld && held !== null) setHeld(null)
  const shown = isHeld ? heldRows(held ?? rows, rows, keyOf, latest ?? ((row) => row)) : { rows, waiting: 0 }
  // Who asks for the new rows gets them, though the mouse is still there.
  return { ...shown, renew: () => setHeld(rows) }
}

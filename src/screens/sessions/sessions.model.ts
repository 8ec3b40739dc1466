/** The order of sessions. */

interface SessionOf {
  current: boolean
  seen: number
}

/** This device first, then by last use; what came newest stays before what is as old. */
export function hereFirst<Row extends SessionOf>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => Number(b.current) - Number(a.current) || b.seen - a.seen)
}

/** Reads PostgreSQL's int8 as a number; every integer that we store is below 2^53. */

/** Throws for a number that was not written by us. */
export function readWhole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe whole number`)
  return value
}

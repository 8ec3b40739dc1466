/** Plain data with bigints as JSON text, and back; a canonical form of it for hashes (R4). */

/** Marks a bigint; a text that begins with it gets another in front. */
const MARK = "~"

/** Objects, arrays, texts, numbers, booleans, null and bigints; fields that are undefined are left out. */
export const plainText = (value: unknown): string => JSON.stringify(value, mark)

/** What {@link plainText} was given. */
export const readPlainText = (text: string): unknown => JSON.parse(text, unmark)

/**
 * The same for the same data, whatever the order in which it was put together: fields by name. Arrays stay as they
 * are: what has no order of its own must come sorted by id (R4).
 */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => mark(_, isRecord(one) ? sorted(one) : one))

function mark(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${MARK}${value}`
  return typeof value === "string" && value.startsWith(MARK) ? MARK + value : value
}

function unmark(_: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith(MARK)) return value
  return value[1] === MARK ? value.slice(1) : BigInt(value.slice(1))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const sorted = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))

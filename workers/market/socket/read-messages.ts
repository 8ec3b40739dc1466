/** Reads the messages of a socket text: one message or an array of them. */

export interface Incoming {
  type: string
  /** Checked by whoever knows the type; an absent or foreign `data` is an empty record. */
  data: Readonly<Record<string, unknown>>
}

/** Longest text that is parsed, in characters; a snapshot of everything listed is far below. */
const FRAME_TEXT_MAX = 4 * 1024 * 1024
/** How much of a bad text is shown in the problem. */
const DETAIL_CHARACTERS = 120

const NOTHING: Readonly<Record<string, unknown>> = {}

/**
 * Hands each message to `take` in order, and what can't be read to `reject`. Unknown types pass: ignoring them is
 * the receiver's business. One bad message in an array doesn't spoil its neighbours.
 */
export function readMessages(
  text: unknown,
  take: (message: Incoming) => void,
  reject: (detail: string) => void,
): void {
  const frame = parse(text, reject)
  if (frame === undefined) return
  for (const message of Array.isArray(frame) ? frame : [frame]) readOne(message, take, reject)
}

/** Undefined when there is nothing to read; JSON has no undefined of its own. */
function parse(text: unknown, reject: (detail: string) => void): unknown {
  if (typeof text !== "string") reject("not text")
  else if (text.length > FRAME_TEXT_MAX) reject(`${text.length} characters`)
  else {
    try {
      return JSON.parse(text)
    } catch {
      reject(text.slice(0, DETAIL_CHARACTERS))
    }
  }
  return undefined
}

function readOne(
  message: unknown,
  take: (message: Incoming) => void,
  reject: (detail: string) => void,
): void {
  if (isRecord(message) && typeof message.type === "string") {
    // As it came, where it is whole: a new object for each of half a million a second is no trifle.
    if (isRecord(message.data)) take(message as unknown as Incoming)
    else take({ type: message.type, data: NOTHING })
  } else reject(detailOf(message))
}

/** JSON is read however deep it nests, but not written: there the stack has an end. */
function detailOf(message: unknown): string {
  try {
    return JSON.stringify(message).slice(0, DETAIL_CHARACTERS)
  } catch {
    return "nested too deep"
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

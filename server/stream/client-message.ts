/** Parses client messages into known messages or refusals; never throws. */

import { CHANNELS, type ClientMessage, clientMessage, type ProblemName } from "#core/wire/index.ts"

/** A refusal as it goes out: which problem, of which message type, about which channel and key, as far as known. */
export interface Refusal {
  name: ProblemName
  of?: string
  channel?: string
  key?: string
}
/** Messages of an unknown type are neither: they are left out. */
export type Said = { ok: true; message: ClientMessage } | { ok: false; refusal: Refusal }

const KNOWN_TYPES: ReadonlySet<unknown> = new Set<ClientMessage["type"]>([
  "ping",
  "auth",
  "subscribe",
  "unsubscribe",
  "resync",
])
/** Longest text of the client's own that a refusal repeats. */
const ECHO_LENGTH_MAX = 48

/** Also the reading of a binary frame. */
export const UNREADABLE: Said = { ok: false, refusal: { name: "FORMAT" } }

/** Reads one text frame: a message, or an array of them. */
export function readClientText(text: string): Said[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [UNREADABLE]
  }
  const said: Said[] = []
  for (const part of Array.isArray(value) ? value : [value]) {
    const one = readOne(part)
    if (one) said.push(one)
  }
  return said
}

function readOne(value: unknown): Said | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return UNREADABLE
  const { type, data } = value as { type?: unknown; data?: unknown }
  if (typeof type !== "string") return UNREADABLE
  if (!KNOWN_TYPES.has(type)) return undefined
  const read = clientMessage.safeParse(value)
  if (read.success) return { ok: true, message: read.data }
  return { ok: false, refusal: refusalOf(type, data) }
}

/** A channel that doesn't exist is told apart from a message that is wrong in itself. */
function refusalOf(type: string, data: unknown): Refusal {
  const { channel, key } = (typeof data === "object" && data !== null ? data : {}) as {
    channel?: unknown
    key?: unknown
  }
  const isUnknown = typeof channel === "string" && !CHANNELS.some((known) => known === channel)
  const refusal: Refusal = { name: isUnknown ? "UNKNOWN_CHANNEL" : "FORMAT", of: type }
  if (isShort(channel)) refusal.channel = channel
  if (isShort(key)) refusal.key = key
  return refusal
}

const isShort = (text: unknown): text is string => typeof text === "string" && text.length <= ECHO_LENGTH_MAX

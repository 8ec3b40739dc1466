/** What goes over NATS between the one process that has the exchange and its gateways: subjects, and texts of what is said. */

import type { Result } from "#core/wire/index.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { KeptBatch } from "#server/journal/journal.ts"
import { plainText, readPlainText } from "#server/journal/plain-text.ts"
import type { CountAsked } from "../calls/call-counts.ts"
import type { Caller } from "../calls/handler.ts"

/**
 * Where things are said. Each exchange has a name of its own, kept in its database, so that several share a NATS server. What asks for
 * something to be done names the term: a writer that was replaced listens where nobody asks any more.
 */
export const subjectsOf = (exchange: string) => ({
  batches: `saker.${exchange}.batch`,
  notes: `saker.${exchange}.note`,
  pings: `saker.${exchange}.ping`,
  asks: (term: number) => `saker.${exchange}.ask.${term}`,
  counts: (term: number) => `saker.${exchange}.count.${term}`,
})

/** A batch that is committed, with the number that its books, tickers and marks carry. */
export interface SaidBatch {
  batch: KeptBatch
  revision: number
}

/** How the exchange stands: the answer to a ping. */
export interface Standing {
  term: number
  /** Versions of what it writes and of what its commands mean. */
  format: number
  rules: number
  /** Of the last command that was kept and told. */
  seq: number
  /** Of the batch that ended with it. */
  revision: number
  /** Its clock, epoch ms. */
  now: number
  /** Why it takes no orders at the moment. */
  failure?: string | undefined
  /** When its feed was last heard, where that is too long ago; else 0. */
  silentSince: number
}

/** What gateways are told besides batches. */
export type Note =
  | { kind: "sessions-ended"; ids: readonly number[] }
  | { kind: "keys-ended"; ids: readonly number[] }
  | { kind: "preferences"; userId: number }
  | { kind: "row"; account: string; row: "alert"; value: unknown }

/** What is asked of the exchange. Asked again under the same id, it is done once and answered as before. */
export type Ask = { id: string; deadline: number } & (
  | { kind: "command"; command: Command }
  | { kind: "call"; name: string; request: unknown; caller: Caller }
  | { kind: "signed-once"; key: string; time: number; window: number }
)

/** Calls to be counted, as they cross; answered by the count and the ms that are left of each. Said again they count again. */
export type SaidCount = readonly [key: string, by: number, windowMs: number, isAligned: boolean]
export type AnsweredCount = readonly [count: number, leftMs: number]
export const sayCount = ({ key, by, windowMs, isAligned }: CountAsked): SaidCount =>
  [key, by, windowMs, isAligned] as const

/** What is answered; `seq`: whoever has applied this command has seen what the answer tells. */
export type Answered =
  | { seq: number; answer: Answer }
  | { seq: number; result: Result<unknown> }
  | { seq: number; isFirst: boolean }
  /** Nothing was done. */
  | { seq: number; refused: "late" | "busy" }
  /** Something went wrong while it was done: nobody can say whether it was. */
  | { seq: number; failed: true }

/** Bytes as they cross: in a request (a picture), in a batch. */
const BYTES = "$bytes"

export const sayText = (value: unknown): string => plainText(withBytes(value))
export const readText = <T>(text: string): T => asBytes(readPlainText(text)) as T

function withBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString("base64") }
  if (Array.isArray(value)) return value.map(withBytes)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBytes(one)]))
}

function asBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asBytes)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only?.[0] === BYTES && typeof only[1] === "string")
    return new Uint8Array(Buffer.from(only[1], "base64"))
  return Object.fromEntries(entries.map(([name, one]) => [name, asBytes(one)]))
}

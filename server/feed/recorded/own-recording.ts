/**
 * Reads our own recordings (`SAKER_RECORD`). One JSON object a line, gzip if the name ends in `.gz`:
 * - first `{ saker: "recording", version: 1, time, instruments: [{ id, kind, base, quote, tick, lot }] }`, steps as text
 * - `{ t, book, seq, bids, asks, checksum }`: the whole book of an instrument; replaces what was there
 * - `{ t, depth, prev, seq, bids, asks, checksum? }`: changed levels, "0" is gone; follows the line whose `seq` is `prev`
 * - `{ t, trades, rows: [[id, price, quantity, taker side 1 | -1, time]] }`
 * - `{ t, index, rows: [[seq, time, price]] }`
 * All as on the public stream; `t` is the engine's time. Checksums are W1's.
 */

import { judgeDelta } from "#core/book/sequence.ts"
import type { TradeRow } from "#core/wire/market.ts"
import type { RecordedEvent, RecordedLevel, RecordedSymbol, RecordingParser } from "./recorded-event.ts"

export const OWN_VERSION = 1

export interface OwnHeader {
  saker: "recording"
  version: number
  time: number
  instruments: { id: string; kind: string; base: string; quote: string; tick: string; lot: string }[]
}
interface OwnBook {
  bids: RecordedLevel[]
  asks: RecordedLevel[]
  seq: number
  checksum?: number
}
export type OwnLine =
  | OwnHeader
  | ({ t: number; book: string } & OwnBook)
  | ({ t: number; depth: string; prev: number } & OwnBook)
  | { t: number; trades: string; rows: readonly TradeRow[] }
  | { t: number; index: string; rows: readonly (readonly [number, number, string])[] }

export class OwnRecording implements RecordingParser {
  readonly symbols = new Map<string, RecordedSymbol>()
  readonly #seq = new Map<string, number>()

  static recognises(line: string): boolean {
    return line.startsWith('{"saker":"recording"')
  }

  *parse(line: string): Generator<RecordedEvent> {
    const message = JSON.parse(line) as OwnLine
    if ("saker" in message) this.#head(message)
    else if ("book" in message) yield this.#book(message)
    else if ("depth" in message) yield* this.#delta(message)
    else if ("trades" in message)
      for (const [, price, quantity, side] of message.rows)
        yield {
          kind: "trade",
          symbol: message.trades,
          time: message.t,
          price,
          quantity,
          side: side === 1 ? "buy" : "sell",
        }
    else if ("index" in message)
      for (const [, , price] of message.rows)
        yield { kind: "index", symbol: message.index, time: message.t, price }
    else throw new Error("a line of no known kind")
  }

  #head({ version, instruments }: OwnHeader): void {
    if (version !== OWN_VERSION)
      throw new Error(`it was written in version ${version}, this is ${OWN_VERSION}`)
    for (const { id, kind, base, quote, tick, lot } of instruments) {
      if (kind === "second") continue
      const steps = { tick: BigInt(tick), lot: BigInt(lot) }
      this.symbols.set(id, { name: id, base, quote, isPerpetual: kind === "perpetual", ...steps })
    }
  }

  #book({ t, book, seq, bids, asks, checksum }: { t: number; book: string } & OwnBook): RecordedEvent {
    this.#seq.set(book, seq)
    return { kind: "snapshot", symbol: book, time: t, bids, asks, ...sum(checksum) }
  }

  *#delta(line: { t: number; depth: string; prev: number } & OwnBook): Generator<RecordedEvent> {
    const { t, depth, prev, seq, bids, asks, checksum } = line
    const own = this.#seq.get(depth)
    const verdict = own === undefined ? "gap" : judgeDelta(own, { prev, seq })
    if (verdict === "stale") return
    if (verdict === "gap") {
      this.#seq.delete(depth)
      yield { kind: "gap", symbol: depth, time: t }
      return
    }
    this.#seq.set(depth, seq)
    yield { kind: "delta", symbol: depth, time: t, bids, asks, ...sum(checksum) }
  }
}

const sum = (value: number | undefined) =>
  value === undefined ? {} : { checksum: { style: "interleaved" as const, value } }

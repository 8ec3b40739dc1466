/** Parses messages of Kraken's socket (version 1): `[channel, book, book?, "book-1000", "XBT/USD"]`. */

import type { RecordedEvent, RecordedLevel, RecordedSymbol } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

interface BookPart {
  as?: string[][]
  bs?: string[][]
  a?: string[][]
  b?: string[][]
  /** CRC-32 of the best 10, after this update. */
  c?: string
}

const levels = (rows: readonly string[][] | undefined): RecordedLevel[] =>
  (rows ?? []).map(([price = "", quantity = ""]) => [price, quantity])

export class KrakenMessages {
  readonly #names = new Map<string, string>()

  readonly read = (
    message: unknown,
    time: number,
    note: (symbol: RecordedSymbol) => string,
  ): Iterable<RecordedEvent> => {
    if (!Array.isArray(message)) return []
    const name: unknown = message.at(-1)
    const channel: unknown = message.at(-2)
    if (typeof name !== "string" || typeof channel !== "string") return []
    let symbol = this.#names.get(name)
    if (symbol === undefined) {
      symbol = note(symbolOf(name))
      this.#names.set(name, symbol)
    }
    if (channel === "trade") return trades(message[1] as string[][], symbol, time)
    const depth = /^book-(\d+)$/.exec(channel)?.[1]
    return depth === undefined ? [] : [book(message.slice(1, -2) as BookPart[], symbol, time, Number(depth))]
  }
}

function book(parts: readonly BookPart[], symbol: string, time: number, depth: number): RecordedEvent {
  const isSnapshot = parts.some((part) => part.as !== undefined || part.bs !== undefined)
  const checksum = parts.find((part) => part.c !== undefined)?.c
  return {
    kind: isSnapshot ? "snapshot" : "delta",
    symbol,
    time,
    bids: parts.flatMap((part) => levels(part.bs ?? part.b)),
    asks: parts.flatMap((part) => levels(part.as ?? part.a)),
    depth,
    ...(checksum !== undefined && { checksum: { style: "kraken" as const, value: Number(checksum) } }),
  }
}

/** `[price, volume, time, side, type, misc]` */
const trades = (rows: readonly string[][], symbol: string, time: number): RecordedEvent[] =>
  rows.map(([price = "", quantity = "", , side]) => ({
    kind: "trade",
    symbol,
    time,
    price,
    quantity,
    side: side === "b" ? "buy" : "sell",
  }))

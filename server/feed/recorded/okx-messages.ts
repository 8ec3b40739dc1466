/** Parses messages of OKX's socket (version 5): books with a signed CRC-32 of the best 25, and trades. */

import type { RecordedEvent, RecordedLevel, RecordedSymbol } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

interface OkxMessage {
  arg?: { channel?: string; instId?: string }
  action?: string
  data?: OkxRow[]
}
interface OkxRow {
  bids?: string[][]
  asks?: string[][]
  checksum?: number
  px?: string
  sz?: string
  side?: string
}

const BOOKS = new Set(["books", "books-l2-tbt", "books50-l2-tbt"])

export function okxMessage(
  message: unknown,
  time: number,
  note: (symbol: RecordedSymbol) => string,
): RecordedEvent[] {
  const { arg, action, data } = message as OkxMessage
  if (!arg?.instId || !arg.channel || !Array.isArray(data)) return []
  if (BOOKS.has(arg.channel)) {
    const symbol = note(symbolOf(arg.instId))
    return data.map((row) => bookEvent(row, { symbol, time, isSnapshot: action === "snapshot" }))
  }
  if (arg.channel !== "trades") return []
  const symbol = note(symbolOf(arg.instId))
  return data.flatMap(({ px, sz, side }) =>
    px && sz
      ? [{ kind: "trade", symbol, time, price: px, quantity: sz, side: side === "buy" ? "buy" : "sell" }]
      : [],
  )
}

/** OKX and Bitget send rows alike. */
export function bookEvent(
  { bids, asks, checksum }: OkxRow,
  { symbol, time, isSnapshot }: { symbol: string; time: number; isSnapshot: boolean },
): RecordedEvent {
  return {
    kind: isSnapshot ? "snapshot" : "delta",
    symbol,
    time,
    bids: levels(bids),
    asks: levels(asks),
    ...(typeof checksum === "number" && {
      checksum: { style: "interleaved" as const, value: checksum >>> 0 },
    }),
  }
}

const levels = (rows: readonly string[][] | undefined): RecordedLevel[] =>
  (rows ?? []).map(([price = "", quantity = ""]) => [price, quantity])

/** Parses messages of Coinbase's exchange feed: level 2 without a checksum, and matches. */

import type { RecordedEvent, RecordedLevel, RecordedSymbol } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

interface CoinbaseMessage {
  type?: string
  product_id?: string
  bids?: RecordedLevel[]
  asks?: RecordedLevel[]
  changes?: [side: string, price: string, size: string][]
  price?: string
  size?: string
  /** Of the maker. */
  side?: string
}

export function coinbaseMessage(
  message: unknown,
  time: number,
  note: (symbol: RecordedSymbol) => string,
): RecordedEvent[] {
  const {
    type,
    product_id: product,
    bids = [],
    asks = [],
    changes = [],
    price,
    size,
    side,
  } = message as CoinbaseMessage
  if (!product) return []
  switch (type) {
    case "snapshot":
      return [{ kind: "snapshot", symbol: note(symbolOf(product)), time, bids, asks }]
    case "l2update": {
      const of = (name: string) =>
        changes.flatMap(([which, at, total]): RecordedLevel[] => (which === name ? [[at, total]] : []))
      return [{ kind: "delta", symbol: note(symbolOf(product)), time, bids: of("buy"), asks: of("sell") }]
    }
    case "match":
      if (!price || !size) return []
      return [
        {
          kind: "trade",
          symbol: note(symbolOf(product)),
          time,
          price,
          quantity: size,
          side: side === "sell" ? "buy" : "sell",
        },
      ]
    default:
      return []
  }
}

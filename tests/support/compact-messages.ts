/** What a frame in compact form says, as the messages in JSON that it stands for. */

import { CompactReader, compactText } from "#core/wire/compact-reader.ts"

export interface CompactMessage {
  type: string
  data: Record<string, unknown>
}

const reader = new CompactReader()

/** @throws RangeError where the frame isn't what it says. */
export function compactMessages(frame: Uint8Array): CompactMessage[] {
  const messages: CompactMessage[] = []
  const say = (type: string, data: Record<string, unknown>) => messages.push({ type, data })
  const buffer = new Uint8Array(frame).buffer
  reader.read(buffer, {
    tickers(rows) {
      const told: unknown[] = []
      while (rows.nextTicker()) {
        const { id, time, seq, digits, scales } = rows.ticker
        told.push([id, ...Array.from(digits, (one, at) => compactText(one, scales[at] ?? 0)), time, seq])
      }
      say("ticker", { rows: told })
    },
    depth({ isSnapshot, instrument, prev, seq, time, checksum, priceScale, totalScale, bids, asks, levels }) {
      const side = (from: number, count: number) =>
        Array.from({ length: count }, (_, at) => {
          const [price = 0, total = 0] = levels.subarray(2 * (from + at))
          return [compactText(price, priceScale), total === 0 ? "0" : compactText(total, totalScale)]
        })
      const head = isSnapshot ? { snapshot: true, instrument } : { instrument, prev }
      say("depth", { ...head, seq, time, bids: side(0, bids), asks: side(bids, asks), checksum })
    },
    trades({ instrument, priceScale, quantityScale, count, rows }) {
      const told = Array.from({ length: count }, (_, at) => {
        const [id = 0, time = 0, side = 0, price = 0, quantity = 0] = rows.subarray(5 * at)
        return [id, compactText(price, priceScale), compactText(quantity, quantityScale), side, time]
      })
      say("trade", { instrument, rows: told })
    },
    json: (text) => messages.push(JSON.parse(new TextDecoder().decode(text)) as CompactMessage),
  })
  return messages
}

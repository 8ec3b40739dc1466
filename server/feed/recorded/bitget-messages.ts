/** Parses messages of Bitget's socket: books with a signed CRC-32 of the best 25, and trades. */

import { bookEvent } from "./okx-messages.ts"
import type { RecordedEvent, RecordedSymbol } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

interface BitgetMessage {
  arg?: { instType?: string; channel?: string; instId?: string }
  action?: string
  data?: unknown[]
}

export function bitgetMessage(
  message: unknown,
  time: number,
  note: (symbol: RecordedSymbol) => string,
): RecordedEvent[] {
  const { arg, action, data } = message as BitgetMessage
  if (!arg?.instId || !arg.channel || !Array.isArray(data)) return []
  const isPerpetual = /^(?:mc|umcbl|usdt-futures|coin-futures)$/i.test(arg.instType ?? "")
  const symbol = () => note(symbolOf(arg.instId ?? "", isPerpetual))
  if (arg.channel === "books") {
    const name = symbol()
    return data.map((row) =>
      bookEvent(row as Parameters<typeof bookEvent>[0], {
        symbol: name,
        time,
        isSnapshot: action === "snapshot",
      }),
    )
  }
  // The first message of the channel holds what was traded before; it is no news.
  if (arg.channel !== "trade" || action === "snapshot") return []
  const name = symbol()
  return data.flatMap((row) => tradeEvent(row, name, time))
}

/** `[time, price, size, side]` of the first version, or an object of the second. */
function tradeEvent(row: unknown, symbol: string, time: number): RecordedEvent[] {
  const [, price, quantity, side] = Array.isArray(row) ? (row as string[]) : objectRow(row)
  if (!price || !quantity) return []
  return [{ kind: "trade", symbol, time, price, quantity, side: side === "buy" ? "buy" : "sell" }]
}

function objectRow(row: unknown): (string | undefined)[] {
  const { ts, price, size, side } = row as Record<string, string | undefined>
  return [ts, price, size, side]
}

/** The socket door alone, over a market and accounts that a test drives by hand. */

import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import { doorCounts } from "#server/binance/add-binance.ts"
import { doorGround } from "#server/binance/binance-routes.ts"
import { ApiLimits } from "#server/binance/streams/api-limits.ts"
import type { SocketTimes } from "#server/binance/streams/door-socket.ts"
import { StreamsDoor } from "#server/binance/streams/streams-door.ts"
import { OwnCounts } from "#server/calls/call-counts.ts"
import type { Handlers } from "#server/calls/handler.ts"
import { AccountChanges } from "#server/read-model/account-changes.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

const quiet = () => undefined
const CALLS_PER_SECOND = 1000
const newCounts = () => doorCounts(new OwnCounts(Date.now))

export const groundOf = (reader: MarketReader) =>
  doorGround({ reader, now: Date.now, ordersPerSecond: CALLS_PER_SECOND, orders: newCounts().orders })

/** Nobody has a key; `times`: as the public documents have them where left out. */
export function doorOver(reader: MarketReader, times?: SocketTimes) {
  const accounts = new AccountChanges<PrivateRows>({ rules: privateRows, now: Date.now })
  const nobody = async () => ({ ok: false, problem: { name: "API_KEY_UNKNOWN" } }) as const
  const calls = CALLS_PER_SECOND
  const limits = { read: calls, history: calls, order: calls, cancel: calls } as never
  return new StreamsDoor({
    ...{ ground: groundOf(reader), accounts, now: Date.now },
    settings: { coalesceMs: 0, messagesPerSecond: 100 },
    log: { debug: quiet, info: quiet, warn: quiet },
    api: {
      ...{ handlers: {} as Handlers, routes: [] },
      signed: { prove: nobody, named: nobody, follow: () => quiet },
      limits: new ApiLimits({
        calls: new OwnCounts(Date.now),
        counts: newCounts(),
        limits,
        ordersPerSecond: calls,
        now: Date.now,
      }),
    },
    ...(times && { times }),
  })
}

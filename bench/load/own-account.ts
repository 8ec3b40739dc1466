/** The account of whoever logs in to the stand-in: as many open orders on the active market as the token says, and money for another. */

import { kindsOf } from "#core/account/kept-rows.ts"
import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import { spotOrderExample } from "#core/wire/trading.ts"
import { priceText } from "./active-book.ts"
import type { Message } from "./journal.ts"
import { ACTIVE_ID, ACTIVE_TICKS } from "./workload.ts"

const N = 1
/** Below the price by less than half of what a quarter of an hour's candles span, so that its line is on the chart. */
const ORDER_BELOW_TICKS = 30

/** Every further order lies this much lower. */
const ORDERS_APART_TICKS = 1
const ORDERS_TOKEN = /^bench-(\d+)$/

/** Token of somebody with so many open orders. */
export const ordersToken = (orders: number): string => `bench-${orders}`
/** That of the one who has drawn much as well. */
export const DRAWN_TOKEN = ordersToken(20)

/** What `auth` is answered with: the connection is logged in, and the account as it stands. Another token than {@link ordersToken}'s: one order. */
export function ownAccount(time: number, token: string): Message[] {
  const count = Number(ORDERS_TOKEN.exec(token)?.[1] ?? 1)
  const rows: { [Kind in keyof PrivateRows]?: readonly object[] } = {
    order: Array.from({ length: count }, (_, at) => ({
      ...spotOrderExample,
      ...(at > 0 && { id: spotOrderExample.id + at, clientOrderId: `bench-${at}` }),
      instrument: ACTIVE_ID,
      price: priceText(ACTIVE_TICKS - ORDER_BELOW_TICKS - at * ORDERS_APART_TICKS),
      executed: "0",
      executedQuote: "0",
      fee: "0",
      status: "new",
    })),
    balance: [
      { wallet: "funding", currency: "USDT", available: "100000", held: "48.49" },
      { wallet: "funding", currency: "BTC", available: "2", held: "0" },
    ],
  }
  const lists = kindsOf<PrivateRows>(privateRows).map((kind) => [privateRows[kind].list, rows[kind] ?? []])
  return [
    { type: "authenticated", data: { n: N } },
    { type: "account", data: { n: N, time, ...Object.fromEntries(lists) } },
  ]
}

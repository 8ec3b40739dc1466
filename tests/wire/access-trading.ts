/** Who may trade and move money for whom? Rows of the access matrix; the owner's orders, keys and funds are tried by all. */

import { expect } from "vitest"
import type { SpotOrder, TradingEndpointName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import { type Fields, memo, ownEach, type Row } from "./access-row.ts"

const instrument = "BTC_USDT"
/** A client order id of the owner's, and the key of a transfer. */
const KEY = "of-the-owner"
const poor = { visitor: "SESSION", other: "INSUFFICIENT_BALANCE", owner: "done" } as const
const foreign = { visitor: "SESSION", other: "UNKNOWN_ORDER", owner: "done" } as const

const fund = (owner: Person) => owner.post("/assets/practice", { key: "fund" })

/** A buy order so low that it rests. */
async function restingOrder(owner: Person): Promise<Fields> {
  const { data } = await owner.get<{ bids: [string, string][] }>(`/market/depth?symbol=${instrument}&limit=5`)
  const best = data.bids[0]?.[0] ?? ""
  const price = (Number(best) / 2).toFixed(best.split(".")[1]?.length ?? 0)
  return { instrument, side: "buy", type: "limit", price, quantity: "0.01", clientOrderId: KEY }
}

async function placed(owner: Person): Promise<SpotOrder> {
  await fund(owner)
  return (await owner.post<SpotOrder>("/spot/place", await restingOrder(owner))).data
}
const idOfPlaced = memo(async (owner) => ({ id: (await placed(owner)).id }))

const rowsOf = (data: unknown) => (data as { rows: unknown[] }).rows

export const TRADING_ROWS: Record<TradingEndpointName, Row> = {
  placeSpotOrder: { ...poor, before: fund, ask: memo(restingOrder) },
  amendSpotOrder: {
    ...foreign,
    ask: memo(async (owner) => ({ ...(await idOfPlaced(owner)), quantity: "0.005" })),
  },
  cancelSpotOrder: { ...foreign, ask: idOfPlaced },
  cancelAllSpotOrders: {
    ...ownEach,
    before: placed,
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual([{ cancelled: [] }, { cancelled: [expect.any(Number)] }]),
  },
  spotOrderState: { ...foreign, before: placed, ask: () => ({ clientOrderId: KEY }) },
  openSpotOrders: {
    ...ownEach,
    before: placed,
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  spotOrderHistory: { ...ownEach, before: placed, see: ({ other }) => expect(rowsOf(other)).toEqual([]) },
  spotFills: {
    ...ownEach,
    ask: () => ({ instrument }),
    before: async (owner) => {
      await fund(owner)
      await owner.post("/spot/place", { instrument, side: "buy", type: "market", quantity: "0.001" })
    },
    see: ({ other }) => expect(rowsOf(other)).toEqual([]),
  },
  spotFees: ownEach,
  assets: {
    ...ownEach,
    before: fund,
    see: ({ other }) => expect(other).toMatchObject({ balances: [], practiceAt: 0 }),
  },
  transfer: {
    ...poor,
    before: fund,
    ask: () => ({ from: "funding", to: "contract", currency: "USDT", amount: "250", key: KEY }),
  },
  bill: { ...ownEach, before: fund, ask: () => ({}), see: ({ other }) => expect(rowsOf(other)).toEqual([]) },
  // Each draws for themselves, under the same key.
  practiceFunds: ownEach,
}

/** Does the page know of its account what the frames told, and wake only who shows what changed? */

import { subscribe } from "valtio/vanilla"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import {
  type Balance,
  balanceExample,
  type SpotFill,
  type SpotOrder,
  spotFillExample,
  spotOrderExample,
} from "#core/wire/trading.ts"
import type { AccountFrame } from "#workers/market/market.api.ts"
import {
  type AccountNews,
  account,
  availableOf,
  balanceOf,
  forgetAccount,
  heldCurrencies,
  onAccountNews,
  openOrder,
  openOrdersOf,
  orderByClientId,
  ownTrading,
  writeAccount,
} from "./account-store.ts"

const order = (id: number, changes: Partial<SpotOrder> = {}): SpotOrder => ({
  ...spotOrderExample,
  id,
  clientOrderId: `c${id}`,
  ...changes,
})
const fill = (trade: number): SpotFill => ({ ...spotFillExample, trade })
interface FrameParts extends Partial<Omit<AccountFrame, "rows">> {
  orders?: SpotOrder[]
  fills?: SpotFill[]
  balances?: Balance[]
}
const frame = ({ orders = [], fills = [], balances = [], ...changes }: FrameParts = {}): AccountFrame => ({
  token: "t",
  state: "live",
  silentSince: null,
  isWhole: false,
  ...changes,
  rows: {
    order: orders,
    fill: fills,
    position: [],
    balance: balances,
    notice: [],
    second: [],
    ai: [],
    alert: [],
    deposit: [],
    withdrawal: [],
    twap: [],
    paused: [],
  },
})
const ids = (orders: readonly OwnOrder[]) => orders.map(({ id }) => id)

let news: AccountNews[]
let stop: () => void
beforeEach(() => {
  forgetAccount()
  news = []
  stop = onAccountNews((one) => news.push(one))
})
afterEach(() => stop())

describe("the account's store", () => {
  test("keeps open orders by market, and what ended apart", () => {
    writeAccount(frame({ isWhole: true, orders: [order(1), order(2, { instrument: "ETH_USDT" })] }))
    expect(ids(ownTrading.spot.orders)).toEqual([2, 1])
    expect(ids(openOrdersOf("ETH_USDT").orders)).toEqual([2])
    writeAccount(frame({ orders: [order(1, { status: "filled" }), order(3)] }))
    expect(ids(openOrdersOf("BTC_USDT").orders)).toEqual([3])
    expect(openOrder(1)).toBeUndefined()
    expect(orderByClientId("c1")?.status).toBe("filled")
    expect(orderByClientId("c3")?.status).toBe("partly-filled")
  })

  test("wakes who shows one market only for that market", async () => {
    const woken: string[] = []
    const stops = ["BTC_USDT", "ETH_USDT"].map((market) =>
      subscribe(openOrdersOf(market), () => woken.push(market), true),
    )
    const many = Array.from({ length: 2000 }, (_, place) => order(place + 1))
    writeAccount(frame({ isWhole: true, orders: many }))
    writeAccount(frame({ orders: [order(5000, { instrument: "ETH_USDT" })] }))
    expect(woken).toEqual(["BTC_USDT", "ETH_USDT"])
    for (const one of stops) one()
  })

  test("tells what is free of each balance, and nothing of what is gone from the whole", () => {
    writeAccount(frame({ isWhole: true, balances: [balanceExample] }))
    expect(availableOf("funding", "USDT")).toBe("9663.5795")
    expect(availableOf("contract", "USDT")).toBe("0")
    expect(heldCurrencies.list).toEqual([{ wallet: "funding", currency: "USDT" }])
    writeAccount(frame({ isWhole: true }))
    expect(balanceOf("funding", "USDT")).toMatchObject({ available: "0", held: "0" })
  })

  test("tells news once: not the first whole, but what a later whole has more", () => {
    writeAccount(frame({ isWhole: true, state: "catching-up" }))
    writeAccount(frame({ isWhole: true, fills: [fill(1)], orders: [order(1)] }))
    expect(news).toEqual([])
    writeAccount(frame({ fills: [fill(2)] }))
    expect(news).toEqual([{ orders: [], fills: [fill(2)], isCaughtUp: false }])
    writeAccount(frame({ state: "catching-up" }))
    writeAccount(frame({ isWhole: true, fills: [fill(1), fill(2), fill(3)] }))
    expect(news.at(-1)).toEqual({ orders: [], fills: [fill(3)], isCaughtUp: true })
    expect(ownTrading.spot.fills.map(({ trade }) => trade)).toEqual([3, 2, 1])
  })

  test("knows nothing of a user who logged out", () => {
    writeAccount(frame({ isWhole: true, orders: [order(1)], fills: [fill(1)], balances: [balanceExample] }))
    forgetAccount()
    expect(account).toMatchObject({ state: "none", isKnown: false })
    expect(ownTrading.spot).toEqual({ orders: [], fills: [], ended: [] })
    expect(openOrdersOf("BTC_USDT").orders).toEqual([])
    expect(availableOf("funding", "USDT")).toBe("0")
  })
})

/** Is the list of balances whole, live, and the same object while nothing in it changed? */

import { afterEach, expect, test, vi } from "vitest"
import {
  type Balance,
  balanceExample,
  type SpotFill,
  type SpotOrder,
  spotOrderExample,
} from "#core/wire/trading.ts"
import type { AccountFrame } from "#workers/market/market.api.ts"
import { forgetAccount, writeAccount } from "./account-store.ts"
import { followOwnBalances, ownBalances } from "./own-balances.ts"

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
const usdt = balanceExample
const btc = { ...balanceExample, currency: "BTC", available: "1" }
/** Changes are told once a microtask. */
const told = () => Promise.resolve()

afterEach(forgetAccount)

test("it is unknown until the server has told everything, then live", async () => {
  const heard = vi.fn()
  const stop = followOwnBalances(heard)
  expect(ownBalances()).toBeUndefined()
  writeAccount(frame({ isWhole: true, balances: [usdt] }))
  await told()
  expect(ownBalances()).toEqual([usdt])
  writeAccount(frame({ balances: [btc, { ...usdt, available: "5" }] }))
  await told()
  expect(ownBalances()).toEqual([{ ...usdt, available: "5" }, btc])
  expect(heard).toHaveBeenCalled()
  stop()
})

test("an order that changes no balance leaves the same list", async () => {
  const stop = followOwnBalances(() => undefined)
  writeAccount(frame({ isWhole: true, balances: [usdt] }))
  await told()
  const before = ownBalances()
  writeAccount(frame({ orders: [spotOrderExample] }))
  writeAccount(frame({ balances: [{ ...usdt }] }))
  await told()
  expect(ownBalances()).toBe(before)
  stop()
})

test("a login as another begins anew, and who stopped listening hears nothing", async () => {
  const heard = vi.fn()
  const stop = followOwnBalances(heard)
  writeAccount(frame({ isWhole: true, balances: [usdt] }))
  await told()
  forgetAccount()
  await told()
  expect(ownBalances()).toBeUndefined()
  stop()
  heard.mockClear()
  writeAccount(frame({ isWhole: true, balances: [btc] }))
  await told()
  expect(heard).not.toHaveBeenCalled()
})

/** A balance can't be spent twice: sixteen simultaneous requests on one balance, repeatedly. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const ROUNDS = Number(process.env.SAKER_RACE_ROUNDS ?? 20)
const AT_ONCE = 16
const SYMBOL = "BTC_USDT"
const START_WITHIN_MS = 180_000
const ROUND_WITHIN_MS = 3_000

let server: RunningServer
let ada: Trader
let price: string
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "100000",
    SAKER_ORDERS_PER_SECOND: "100000",
    SAKER_CANCELS_PER_SECOND: "100000",
    SAKER_PRACTICE_FUNDS: "USDT:1000,BTC:0.02",
  })
  ada = await newTrader(server)
  price = await priceAt(server, SYMBOL, 0.5)
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

interface Answer {
  code: number
}
const atOnce = <T extends Answer>(ask: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, place) => ask(place)))
const accepted = (answers: readonly Answer[]) => answers.filter(({ code }) => code === 200).length

/** A quantity of which the price takes a fifth of 1,000 USDT: four fit, or five, never sixteen. */
const fifth = () => (Math.floor((200 / Number(price)) * 1e5) / 1e5).toFixed(5)

test(
  `in ${ROUNDS} rounds of orders never more is frozen than there was, and all of it comes back`,
  async () => {
    const before = await ada.total("USDT")
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: fifth() }
      const answers = await atOnce(() => ada.place(order))
      expect(accepted(answers)).toBe(5)
      for (const { code } of answers) expect([200, PROBLEMS.INSUFFICIENT_BALANCE]).toContain(code)
      const held = answers.reduce((sum, { code, data }) => sum + (code === 200 ? units(data.held) : 0n), 0n)
      expect(await ada.available("USDT")).toBe(before - held)
      const open = await ada.open()
      expect(open).toHaveLength(5)
      // Half of them one by one, by several at once; the rest by one sweep beside them.
      await Promise.all([
        ...open.flatMap(({ id }) => [ada.post("/spot/cancel", { id }), ada.post("/spot/cancel", { id })]),
        ada.post("/spot/cancelAll", {}),
      ])
      expect([await ada.open(), await ada.available("USDT")]).toEqual([[], before])
    }
  },
  START_WITHIN_MS + ROUNDS * ROUND_WITHIN_MS,
)

test(
  `in ${ROUNDS} rounds of orders, transfers and amendments together nothing is made and nothing lost`,
  async () => {
    const whole = async () =>
      (await ada.balances())
        .filter(({ currency }) => currency === "USDT")
        .reduce((sum, { available, held }) => sum + units(available) + units(held), 0n)
    const before = await whole()
    const { data: standing } = await ada.place({
      instrument: SYMBOL,
      side: "buy",
      type: "limit",
      price,
      quantity: fifth(),
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: fifth() }
      await atOnce((place): Promise<Answer> => {
        const key = `r${round}-${place}`
        const move = { currency: "USDT", amount: "300", key }
        if (place % 4 === 0) return ada.place(order)
        if (place % 4 === 1) return ada.post("/assets/transfer", { ...move, from: "funding", to: "contract" })
        if (place % 4 === 2) return ada.post("/assets/transfer", { ...move, from: "contract", to: "funding" })
        return ada.post("/spot/amend", { id: standing.id, quantity: place > 8 ? fifth() : "0.01" })
      })
      for (const { available, held } of await ada.balances()) {
        expect(available.startsWith("-")).toBe(false)
        expect(held.startsWith("-")).toBe(false)
      }
      expect(await whole()).toBe(before)
      const held = (await ada.open()).reduce((sum, row) => sum + units(row.held), 0n)
      const row = (await ada.balances()).find(
        ({ wallet, currency }) => wallet === "funding" && currency === "USDT",
      )
      expect(units(row?.held ?? "0")).toBe(held)
      for (const { id } of await ada.open()) if (id !== standing.id) await ada.post("/spot/cancel", { id })
    }
    await ada.post("/spot/cancelAll", {})
  },
  START_WITHIN_MS + ROUNDS * ROUND_WITHIN_MS,
)

test("a balance can't be sold twice by the market either", async () => {
  const before = await ada.total("BTC")
  const quantity = "0.008"
  const answers = await atOnce(() =>
    ada.place({ instrument: SYMBOL, side: "sell", type: "market", quantity }),
  )
  expect(accepted(answers)).toBe(Number(before / units(quantity)))
  const sold = answers.reduce((sum, { code, data }) => sum + (code === 200 ? units(data.executed) : 0n), 0n)
  expect(await ada.total("BTC")).toBe(before - sold)
})

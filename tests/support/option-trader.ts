/** A trader of second contracts in tests: somebody with money in that account, and what is asked most often. */

import { expect, vi } from "vitest"
import { PROBLEMS, type SecondContract } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { newTrader, type Trader, units } from "./trader.ts"

export const SECOND = "BTC_USDT_SEC"
/** A server that has just started has no fresh index for a moment. */
const WITHIN_MS = 60_000

/** Somebody new with so many USDT in the account of second contracts, of what practice gives. */
export async function newOptionTrader(server: RunningServer, amount = "5000"): Promise<Trader> {
  const trader = await newTrader(server)
  const moved = await trader.post("/assets/transfer", {
    ...{ from: "funding", to: "second", currency: "USDT", amount, key: "in" },
  })
  expect(moved).toMatchObject({ code: 200 })
  return trader
}

let keys = 0
/** Asks once to open; by itself 5 USDT for half a minute, with a key of its own. */
export function askToOpen(trader: Trader, more: object = {}) {
  keys += 1
  const asked = { instrument: SECOND, direction: "bullish", seconds: 30, stake: "5", key: `test-${keys}` }
  return trader.post<SecondContract>("/option/open", { ...asked, ...more })
}

/**
 * As {@link askToOpen}, but asks again while the index is stale: nothing was opened then, and a busy machine may leave an
 * index without a tick for the two seconds that make it so.
 */
export async function open(trader: Trader, more: object = {}): ReturnType<typeof askToOpen> {
  keys += 1
  const asked = { key: `test-${keys}`, ...more }
  return await vi.waitFor(
    async () => {
      const answer = await askToOpen(trader, asked)
      expect(answer.code).not.toBe(PROBLEMS.FEED_STALE)
      return answer
    },
    { timeout: WITHIN_MS, interval: 100 },
  )
}

/** Opens one. */
export async function opened(trader: Trader, more: object = {}): Promise<SecondContract> {
  const answer = await open(trader, more)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data
}

/** By expiry. */
export const runningOf = async (trader: Trader): Promise<SecondContract[]> =>
  (await trader.get<{ rows: SecondContract[] }>("/option/running")).data.rows

/** The newest end first. */
export const recordsOf = async (trader: Trader, query = ""): Promise<SecondContract[]> =>
  (await trader.get<{ rows: SecondContract[] }>(`/option/records?${query}`)).data.rows

/** O1–O3 of a row that has ended, as anyone can see it. */
export function expectDecided(row: SecondContract): void {
  const { open: opening, before, settle, direction, stake, profit, expiry, status, paid } = row
  expect(row.settled).toBeGreaterThanOrEqual(expiry)
  expect(before?.time).toBeLessThan(expiry)
  const moved = units(settle?.price ?? "0") - units(opening.price)
  const silence = (settle?.time ?? Number.POSITIVE_INFINITY) - (before?.time ?? 0)
  const won = direction === "bullish" ? moved > 0n : moved < 0n
  const expected = silence > 5000 ? "refunded" : moved === 0n ? "tied" : won ? "won" : "lost"
  const staked = units(stake)
  const back = { won: staked + units(profit), lost: 0n, tied: staked, refunded: staked }
  expect([status, units(paid)]).toEqual([expected, back[expected]])
}

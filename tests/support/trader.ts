/** A trader in tests: a user with practice money who trades at prices taken from the market. */

import { expect } from "vitest"
import { parseAmount } from "#core/money/steps.ts"
import type { Balance, SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call } from "./in-process-server.ts"
import { newPerson, type Person } from "./person.ts"

export interface Trader extends Person {
  place(order: object): Promise<{ code: number; data: SpotOrder }>
  open(): Promise<SpotOrder[]>
  balances(): Promise<Balance[]>
  /** In 1e-8. */
  available(currency: string, wallet?: Balance["wallet"]): Promise<bigint>
  /** Available and held, in 1e-8. */
  total(currency: string): Promise<bigint>
}

export function traderOf(person: Person): Trader {
  const balances = async () => (await person.get<{ balances: Balance[] }>("/assets/index")).data.balances
  const find = async (currency: string, wallet = "funding") =>
    (await balances()).find((row) => row.currency === currency && row.wallet === wallet)
  return {
    ...person,
    place: (order) => person.post<SpotOrder>("/spot/place", order),
    open: async () => (await person.get<{ rows: SpotOrder[] }>("/spot/open?limit=500")).data.rows,
    balances,
    available: async (currency, wallet) => units((await find(currency, wallet))?.available ?? "0"),
    total: async (currency) => {
      const row = await find(currency)
      return units(row?.available ?? "0") + units(row?.held ?? "0")
    },
  }
}

/** Somebody new with a day's practice money. */
export async function newTrader(server: RunningServer): Promise<Trader> {
  const trader = traderOf(await newPerson(server))
  const drawn = await trader.post("/assets/practice", { key: "first" })
  expect(drawn).toMatchObject({ code: 200 })
  return trader
}

export function units(text: string): bigint {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new Error(`no amount: ${text}`)
  return parsed.value
}

/** A share of the best bid, to the tick, as the wire writes it: 0.5 never trades, and is within all bounds. */
export async function priceAt(server: RunningServer, symbol: string, share: number): Promise<string> {
  const depth = await call<{ bids: [string, string][] }>(server, `/market/depth?symbol=${symbol}&limit=5`)
  const best = depth.data.bids[0]?.[0] ?? ""
  const decimals = best.split(".")[1]?.length ?? 0
  return (Number(best) * share).toFixed(decimals)
}

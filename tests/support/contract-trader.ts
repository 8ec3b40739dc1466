/** A trader of contracts in tests: somebody with money in the contract account, and what is asked most often. */

import { expect, vi } from "vitest"
import type { PerpetualOrder, Position } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { SocketClient } from "./socket-client.ts"
import { newTrader, type Trader } from "./trader.ts"

export const CONTRACT = "BTC_USDT_PERP"

/** A position with how it stands at the mark. */
export interface Standing extends Position {
  mark: string
  unrealised: string
  marginRatio: string
  liquidationPrice: string
}

/** A server that has just started has no fresh index for a moment, and nothing in its books. */
const MARKET_WITHIN_MS = 60_000

/** Somebody new with 5,000 USDT in the contract account, and a market to trade in. */
export async function newContractTrader(server: RunningServer): Promise<Trader> {
  const trader = await newTrader(server)
  const moved = await trader.post("/assets/transfer", {
    ...{ from: "funding", to: "contract", currency: "USDT", amount: "5000", key: "in" },
  })
  expect(moved).toMatchObject({ code: 200 })
  await vi.waitFor(
    async () => {
      for (const side of ["buy", "sell"]) {
        const asked = { instrument: CONTRACT, side, quantity: "0.01" }
        expect(await trader.post("/contract/estimate", asked)).toMatchObject({ code: 200 })
      }
    },
    { timeout: MARKET_WITHIN_MS, interval: 100 },
  )
  return trader
}

export const placeContract = (trader: Trader, order: object) =>
  trader.post<PerpetualOrder>("/contract/place", { instrument: CONTRACT, ...order })

export const byMarket = (trader: Trader, side: "buy" | "sell", quantity: string, more: object = {}) =>
  placeContract(trader, { side, type: "market", quantity, ...more })

export const positionsOf = async (trader: Trader): Promise<Standing[]> =>
  (await trader.get<{ rows: Standing[] }>("/contract/positions")).data.rows

/** Somebody new with a long of 0.01. */
export async function newLong(server: RunningServer): Promise<Trader> {
  const trader = await newContractTrader(server)
  expect(await byMarket(trader, "buy", "0.01")).toMatchObject({ code: 200, data: { status: "filled" } })
  return trader
}

export const setTargets = (trader: Trader, more: object) =>
  trader.post<{ rows: Position[] }>("/contract/targets", { instrument: CONTRACT, ...more })

/** Ended ones, the newest end first. */
export const endedOf = async (trader: Trader): Promise<PerpetualOrder[]> =>
  (await trader.get<{ rows: PerpetualOrder[] }>("/contract/history")).data.rows

/** Open ones, the newest first. */
export const openOf = async (trader: Trader): Promise<PerpetualOrder[]> =>
  (await trader.get<{ rows: PerpetualOrder[] }>("/contract/open")).data.rows

/** A socket that has the account. */
export async function listenTo(server: RunningServer, token: string): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  client.send({ type: "auth", data: { token } })
  await client.until(() => client.account !== undefined, "account")
  return client
}

/** What came on the socket after the snapshot, oldest first. */
export const told = <Row>(client: SocketClient, kind: "order" | "fill" | "position"): Row[] =>
  client.privately.flatMap(({ type, rows }) => (type === kind ? (rows as Row[]) : []))

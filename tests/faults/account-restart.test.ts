/** After a restart a user has the same orders, balances, histories, keys and socket numbers as before. */

import { afterAll, expect, test } from "vitest"
import type { SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const PATHS = [
  "/spot/open?limit=500",
  "/spot/history?limit=500",
  "/spot/fills?limit=500",
  "/assets/bill?limit=500",
  `/spot/fees?instrument=${SYMBOL}`,
]

afterAll(removeFolders)

const start = (data: string) =>
  startInProcess({ SAKER_DATA: data, SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" })

/** All that the calls tell of an account, without the moment and the market's prices. */
async function told(server: RunningServer, token: string): Promise<unknown> {
  const answers = await Promise.all(PATHS.map((path) => get<Record<string, unknown>>(server, path, token)))
  const { balances, practiceAt } = (
    await get<{ balances: object[]; practiceAt: number }>(server, "/assets/index", token)
  ).data
  const byName = balances.map((row) => JSON.stringify(row)).toSorted()
  return [answers.map(({ code, data }) => [code, { ...data, time: 0 }]), byName, practiceAt]
}

async function snapshotOf(server: RunningServer, token: string, since?: number): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  client.send({ type: "auth", data: since === undefined ? { token } : { token, since } })
  await client.until(() => client.snapshots === 1)
  return client
}

test(
  "a restart changes nothing of an account, and an order that was sent again after it is the same order",
  async () => {
    const data = freshFolder()
    let server = await start(data)
    const ada = await newTrader(server)
    const price = await priceAt(server, SYMBOL, 0.5)
    const limit = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.001" }
    const first = { ...limit, clientOrderId: "first" }
    const { data: placed } = await ada.place(first)
    const { data: ended } = await ada.place({ ...limit, clientOrderId: "second" })
    await ada.post("/spot/cancel", { id: ended.id })
    await ada.place({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.002" })
    await ada.place({ ...limit, type: "stop-limit", stopPrice: price, clientOrderId: "stop" })
    await ada.post("/assets/transfer", {
      from: "funding",
      to: "second",
      currency: "USDT",
      amount: "7",
      key: "t",
    })
    const before = await told(server, ada.token)
    const client = await snapshotOf(server, ada.token)
    const held = client.account
    await client.close()
    await server.close()

    server = await start(data)
    try {
      expect(await told(server, ada.token)).toEqual(before)
      // The number of an earlier process is none of this one's.
      const again = await snapshotOf(server, ada.token, held?.n)
      const byName = (rows: readonly object[] = []) => rows.map((row) => JSON.stringify(row)).toSorted()
      expect(again.account?.orders).toEqual(held?.orders)
      expect(again.account?.fills).toEqual(held?.fills)
      expect(byName(again.account?.balances)).toEqual(byName(held?.balances))
      expect(again.account?.n).toBeGreaterThan(held?.n ?? 0)
      await again.close()

      const resent = await post<SpotOrder>(server, "/spot/place", first, ada.token)
      expect(resent.data).toEqual(placed)
      const asked = await get<SpotOrder>(server, "/spot/order?clientOrderId=second", ada.token)
      expect(asked.data).toMatchObject({ id: ended.id, status: "cancelled" })
      const cancelled = await post<SpotOrder>(server, "/spot/cancel", { clientOrderId: "first" }, ada.token)
      expect(cancelled.data).toMatchObject({ id: placed.id, status: "cancelled", held: "0" })
    } finally {
      await server.close()
    }
  },
  WITHIN_MS,
)

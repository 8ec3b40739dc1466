/** Does the page equal the server, whatever the line does? Orders, fills and balances by the socket against the same by calls. */

import { setTimeout } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { privateRows, type SpotFill } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { AccountPage } from "#tests/support/account-page.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
/** Over all pages; `npm run chaos` asks for ten thousand. */
const CUTS = Number(process.env.SAKER_CUTS ?? 160)
const CUT_PAGES = 8

let server: RunningServer
let low: string
const open: { close(): unknown }[] = []
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_ORDERS_PER_SECOND: "1000",
  })
  low = await priceAt(server, SYMBOL, 0.5)
}, WITHIN_MS)
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

async function pageOf(trader: Trader, waitMostMs?: number): Promise<AccountPage> {
  const page = await AccountPage.open(server, trader.token, waitMostMs)
  open.push(page)
  return page
}

const rest = (more: object = {}) => ({
  instrument: SYMBOL,
  side: "buy",
  type: "limit",
  price: low,
  quantity: "0.0005",
  ...more,
})

/** One thing a trader may do; which one, the round decides. */
async function act(trader: Trader, round: number): Promise<void> {
  const orders = await trader.open()
  const oldest = orders.at(-1)
  const deeds = [
    () => trader.place(rest()),
    () => trader.place(rest({ quantity: "0.001" })),
    () => trader.place({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.0002" }),
    () => oldest && trader.post("/spot/cancel", { id: oldest.id }),
    () => oldest && trader.post("/spot/amend", { id: oldest.id, quantity: "0.0003" }),
    () => trader.place({ instrument: SYMBOL, side: "sell", type: "market", quantity: "0.0001" }),
    () =>
      trader.post("/assets/transfer", {
        from: "funding",
        to: "contract",
        currency: "USDT",
        amount: "1",
        key: `t${round}`,
      }),
    () => (round % 14 === 7 ? trader.post("/spot/cancelAll", {}) : trader.place(rest())),
  ]
  await deeds[round % deeds.length]?.()
}

/** What the page holds is what the calls tell. */
async function expectEqual(page: AccountPage, trader: Trader): Promise<void> {
  await page.until(() => page.state === "live")
  const orders = (await trader.open()).toSorted((one, other) => one.id - other.id)
  const balances = await trader.balances()
  const byName = (rows: typeof balances) =>
    rows.toSorted((one, other) =>
      `${one.wallet}${one.currency}`.localeCompare(`${other.wallet}${other.currency}`),
    )
  const held = () => ({
    orders: [...page.orders.values()].toSorted((one, other) => one.id - other.id),
    balances: byName([...page.balances.values()]),
  })
  const wanted = { orders, balances: byName(balances) }
  // What the last deed did may still be on its way.
  await vi.waitFor(() => expect(held()).toEqual(wanted), { timeout: 60_000, interval: 20 })
}

test("a quiet account is whole at once, and its first order is there without being asked for", async () => {
  const ada = await newTrader(server)
  const page = await pageOf(ada)
  expect([...page.balances.values()]).toContainEqual({
    wallet: "funding",
    currency: "USDT",
    available: "10000",
    held: "0",
  })
  const { data } = await ada.place(rest())
  await page.until(() => page.orders.has(data.id))
  expect(page.orders.get(data.id)).toEqual(data)
})

test("sixty rounds of trading with twelve cuts end with a page that equals the server, fills included", async () => {
  const ada = await newTrader(server)
  const page = await pageOf(ada)
  const wholes = page.wholes
  for (let round = 0; round < 60; round += 1) {
    // Away for four rounds, back for one.
    if (round % 5 === 1) await page.until(() => page.state === "live")
    if (round % 5 === 2) page.cut()
    await act(ada, round)
  }
  await expectEqual(page, ada)
  // Cuts were healed by what was missed, not by the whole anew.
  expect(page.wholes).toBe(wholes)
  const fills = (await ada.get<{ rows: SpotFill[] }>("/spot/fills?limit=500")).data.rows
  expect([...page.fills.values()].toSorted((one, other) => one.trade - other.trade)).toEqual(
    fills.toSorted((one, other) => one.trade - other.trade),
  )
})

/** Trades and is cut off at a moment of chance: before a deed, on its way, or behind its answer. */
async function isCutOften(trader: Trader, page: AccountPage, chance: SeededChance): Promise<void> {
  for (let cut = 0; cut < CUTS / CUT_PAGES; cut += 1) {
    const deed = act(trader, chance.whole(0, 1000))
    await setTimeout(chance.whole(0, 12))
    page.cut()
    await deed
    await page.until(() => page.state === "live")
    if (cut % 10 === 9) await expectEqual(page, trader)
  }
  await expectEqual(page, trader)
}

test(`after ${CUTS} cuts at any moment every page equals the server, its newest fills included`, {
  timeout: WITHIN_MS + CUTS * 500,
}, async () => {
  const chance = new SeededChance(19)
  const traders: Trader[] = []
  while (traders.length < CUT_PAGES) traders.push(await newTrader(server))
  const pages = await Promise.all(traders.map((trader) => pageOf(trader, 20)))
  await Promise.all(traders.map((trader, place) => isCutOften(trader, pages[place] as AccountPage, chance)))
  for (const [place, trader] of traders.entries()) {
    const { rows } = (await trader.get<{ rows: SpotFill[] }>("/spot/fills?limit=500")).data
    const known = pages[place]?.fills ?? new Map<string, SpotFill>()
    expect(rows.map((row) => known.get(privateRows.fill.keyOf(row)))).toEqual(rows)
  }
})

test("two pages of one user see the same, and another user's page sees nothing of it", async () => {
  const [ada, eve] = [await newTrader(server), await newTrader(server)]
  const pages = [await pageOf(ada), await pageOf(ada)]
  const other = await pageOf(eve)
  const before = other.frames
  for (let round = 0; round < 16; round += 1) await act(ada, round)
  for (const page of pages) await expectEqual(page, ada)
  await expectEqual(other, eve)
  expect(other.orders.size + other.fills.size).toBe(0)
  // The heartbeat alone brings no frame of the account.
  expect(other.frames).toBe(before)
})

/** A strict client: the chain of every private message, as they come. */
async function connect(token: string, since?: number): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  open.push(client)
  client.send({ type: "auth", data: since === undefined ? { token } : { token, since } })
  await client.until(() => client.logins.length > 0, "authenticated")
  return client
}

test("messages are chained without a gap (W5), and since brings what came after it and nothing before", async () => {
  const ada = await newTrader(server)
  const client = await connect(ada.token)
  await client.until(() => client.account !== undefined)
  const start = client.account?.n ?? 0
  const { data: first } = await ada.place(rest())
  await client.until(() => client.privately.some(({ type }) => type === "order"))
  await client.close()
  const { data: second } = await ada.place(rest())
  await ada.post("/spot/cancel", { id: first.id })

  const again = await connect(ada.token, client.account?.n)
  await again.until(() => again.privately.length > 0)
  expect(again.snapshots).toBe(0)
  const rows = again.privately.flatMap(({ type, rows: told }) => (type === "order" ? told : []))
  expect(rows).toMatchObject([
    { id: second.id, status: "new" },
    { id: first.id, status: "cancelled" },
  ])

  const nothingMissed = await connect(ada.token, again.account?.n)
  await nothingMissed.subscribe("ticker", SYMBOL)
  expect([nothingMissed.snapshots, nothingMissed.privately.length]).toEqual([0, 0])
  expect(nothingMissed.newest).toBe(again.account?.n)

  // From the middle of a change, from another process, from the future: the whole.
  for (const since of [start + 1, 12, (again.account?.n ?? 0) + 4]) {
    const strange = await connect(ada.token, since)
    await strange.until(() => strange.snapshots === 1)
    expect(strange.account?.orders.map(({ id }) => id)).toEqual([second.id])
  }
  expect([client, again, nothingMissed].flatMap(({ faults }) => faults)).toEqual([])
})

test("who logs out, or whose session ends, hears nothing private any more", async () => {
  const ada = await newTrader(server)
  const [left, ended] = [await connect(ada.token), await connect(ada.token)]
  await left.until(() => left.account !== undefined)
  left.send({ type: "auth", data: { token: "" } })
  // Messages are read in order: once this is answered, the logout was read.
  await left.subscribe("ticker", SYMBOL)
  await ada.place(rest())
  await ended.until(() => ended.privately.length > 0)
  expect(left.privately).toEqual([])
  const before = ended.privately.length
  await ada.post("/login/logout")
  await ended.until(() => ended.logins.at(-1) === "sessionEnded")
  expect(ended.privately).toHaveLength(before)
})

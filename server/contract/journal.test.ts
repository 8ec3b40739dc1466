/** Notes stay with their user and position, and the result over time is what the bill's lines come to (P34). */

import { afterAll, beforeAll, expect, test } from "vitest"
import { signedUnitsOf } from "#core/money/steps.ts"
import { type contractResult, PROBLEMS, type positionNotes, type ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { byMarket, newContractTrader, newLong, positionsOf } from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import type { Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
let server: RunningServer
let trader: Trader
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" })
  trader = await newLong(server)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })
const write = (who: Trader, position: number, note: string, tags: string[] = []) =>
  who.post("/contract/note", { position, note, tags })
const notes = async (who: Trader, query = "") =>
  (await who.get<ResponseOf<typeof positionNotes>>(`/contract/notes${query}`)).data
const result = async (query = "") =>
  (await trader.get<ResponseOf<typeof contractResult>>(`/contract/result${query}`)).data

test("a note is kept with its tags, replaced, and taken away by an empty one", async () => {
  const [position] = await positionsOf(trader)
  const id = position?.id ?? 0
  expect(await write(trader, id, "Too early.", ["breakout", "breakout", "BTC"])).toMatchObject({
    data: { position: id, note: "Too early.", tags: ["breakout", "BTC"] },
  })
  await write(trader, id, "Second thoughts", ["late"])
  expect((await notes(trader)).rows).toMatchObject([
    { position: id, note: "Second thoughts", tags: ["late"] },
  ])
  const stranger = await newContractTrader(server)
  expect(await write(stranger, id, "not mine")).toMatchObject(refusalOf("UNKNOWN_POSITION"))
  expect((await notes(stranger)).rows).toEqual([])
  expect(await write(trader, id, "")).toMatchObject({ code: 200 })
  expect((await notes(trader)).rows).toEqual([])
})

test("notes come in pages, the newest position first", async () => {
  await byMarket(trader, "sell", "0.01")
  await byMarket(trader, "buy", "0.01")
  const closed = (await trader.get<{ rows: { id: number }[] }>("/contract/closed")).data.rows
  const ids = [...(await positionsOf(trader)), ...closed].map(({ id }) => id)
  for (const id of ids) await write(trader, id, `on ${id}`)
  const first = await notes(trader, "?limit=1")
  const second = await notes(trader, `?limit=1&cursor=${first.next}`)
  expect([...first.rows, ...second.rows].map(({ position }) => position)).toEqual(ids.sort((a, b) => b - a))
  expect(second.next).toBe("")
})

test("the result over time adds up to what the closed positions brought, exactly", async () => {
  await byMarket(trader, "sell", "0.01")
  const closed = (await trader.get<{ rows: { net: string }[] }>("/contract/closed")).data.rows
  const net = closed.reduce((sum, row) => sum + signedUnitsOf(row.net), 0n)
  const { rows, from, to, stepMs } = await result()
  const all = rows.flatMap(({ profit, fees, funding }) => [profit, fees, funding])
  expect(all.reduce((sum, text) => sum + signedUnitsOf(text), 0n)).toBe(net)
  for (const { time } of rows)
    expect([time % stepMs, time <= to, time > from - stepMs]).toEqual([0, true, true])
  expect((await result(`?from=${to + 1}`)).rows).toEqual([])
  expect((await result("?instrument=ETH_USDT_PERP")).rows).toEqual([])
  expect(await trader.get("/contract/result?from=2&to=1")).toMatchObject(refusalOf("TIME_RANGE"))
})

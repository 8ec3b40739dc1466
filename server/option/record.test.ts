/** The result of a real contract is proven by what its record names, while it runs and when it has ended (O6). */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { checkResult } from "#core/second/check-result.ts"
import type { optionRecord, ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { newOptionTrader, opened, runningOf } from "#tests/support/option-trader.ts"
import { sha256 } from "#tests/support/proven-result.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import type { Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const HOUR_MS = 3_600_000
let ahead = 0
let server: RunningServer
let trader: Trader

beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "1" }, { clock: movedClock(() => ahead) })
  trader = await newOptionTrader(server)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const recordOf = async (id: number) =>
  (await trader.get<ResponseOf<typeof optionRecord>>(`/option/record?id=${id}`)).data

/** The first step that doesn't hold. */
async function faultOf({ contract, hours }: Awaited<ReturnType<typeof recordOf>>) {
  const files = new Map<number, string>()
  for (const { hour } of hours) {
    const file = await fetch(`${server.address}/market/index/file/${contract.index}/${hour}`)
    files.set(hour, await file.text())
  }
  return (await checkResult({ contract, hours, files, sha256 })).find(({ fault }) => fault)
}

async function ended(id: number): Promise<void> {
  await vi.waitFor(
    async () => {
      ahead += 1_500
      expect((await runningOf(trader)).map((one) => one.id)).not.toContain(id)
    },
    { timeout: WITHIN_MS, interval: 600 },
  )
}

test("a contract that runs has its record, and nothing to prove yet", async () => {
  const contract = await opened(trader)
  const record = await recordOf(contract.id)
  expect(record.contract).toEqual(contract)
  expect(record.hours.length).toBeGreaterThan(0)
  expect(await faultOf(record)).toMatchObject({ name: "ticks", fault: { reason: "not-settled" } })
  await ended(contract.id)
  expect(await faultOf(await recordOf(contract.id))).toBeUndefined()
})

test("one that runs over the turn of an hour is proven by two files", async () => {
  ahead += HOUR_MS - ((Date.now() + ahead) % HOUR_MS) - 10_000
  const { id } = await opened(trader, { direction: "bearish" })
  await ended(id)
  const record = await recordOf(id)
  expect(record.hours.map(({ isComplete }) => isComplete)).toEqual([true, false])
  expect(record.hours[1]?.before).toBe(record.hours[0]?.hash)
  expect(await faultOf(record)).toBeUndefined()
})

test("one that silence refunded is proven too", async () => {
  const { id } = await opened(trader)
  ahead += 90_000
  await ended(id)
  const record = await recordOf(id)
  expect(record.contract.status).toBe("refunded")
  expect(await faultOf(record)).toBeUndefined()
})

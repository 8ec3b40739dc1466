/** Cash that the exchange lends to a contract wallet (L5) is kept with everything else, and its bill adds up. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import type { Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command, PositionSide, Side } from "#server/engine/command.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { coins, PERPETUAL, perpetualInstrument, SPOT } from "#tests/support/test-exchange.ts"
import { checkSums } from "./check-sums.ts"
import { compareRows, readRows } from "./compare-rows.ts"

const BEGIN = 62_000 * 28_800_000

test("L5: a losing leg closed before the winning one leaves a wallet that owes, and its bill says so", async () => {
  const data = mkdtempSync(join(tmpdir(), "saker-lent-"))
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  const storage = await openStorage({ data, database: "simulated-1", seedFile, databaseUrl: "" })
  try {
    const { database } = storage
    for (const uid of ["one", "two"])
      await sql`insert into users (uid, email_key, password, invite_code, registered, language)
        values (${uid}, ${uid}, '', ${uid}, 0, 'en')`.execute(database)
    let time = BEGIN
    const log = { error: () => undefined, info: () => undefined }
    // Nothing happens by itself.
    const clock = { ...systemClock, now: () => time, elapsed: () => time, after: () => () => undefined }
    const opened = await openExchange({ storage, clock, log, settings: {}, place: "SAKER_DATA" })
    const send = async (command: Command, waitMs = 0) => {
      time += waitMs
      expect(await opened.exchange.submit(command), command.type).toMatchObject({ ok: true })
    }
    const quote = (price: number): Command => ({
      ...{ type: "feed.quote", index: SPOT, source: "one" },
      last: coins(price) as bigint as Price8,
    })
    const order = (account: string, side: Side, price: number, positionSide?: PositionSide): Command => ({
      ...{ type: "order.place", account, instrument: PERPETUAL, side, orderType: "limit" },
      ...{ price: price as Ticks, quantity: 40 as Lots, ...(positionSide && { positionSide }) },
    })
    await send({ type: "clock.start", settlesContracts: true, pauseMs: 0 })
    await send({ type: "instrument.set", instrument: perpetualInstrument() })
    for (const [account, amount] of [
      ["u1", 1_000],
      ["u2", 1_000_000],
    ] as const)
      await send({
        ...{ type: "capital.move", from: "faucet", to: `${account}.contract.available`, currency: "USDT" },
        ...{ amount: coins(amount), reason: "test" },
      })
    await send(quote(100))
    await send({ type: "clock.tick" }, 1_000)
    await send({ type: "position-mode.set", account: "u1", mode: "hedge" })
    await send(order("u2", "sell", 100))
    await send(order("u1", "buy", 100, "long"))
    await send(order("u2", "buy", 100))
    await send(order("u1", "sell", 100, "short"))
    await send({ type: "clock.tick" }, 1_500)
    await send(quote(130))
    await send({ type: "clock.tick" }, 1_000)
    await send(order("u2", "sell", 128))
    await send(order("u1", "buy", 128, "short"))

    const { state } = opened.engine
    expect(state.ledger.balance("u1", "contract", "USDT").advance).toBeGreaterThan(0n)
    const lowest = async () =>
      (await sql<{ lowest: string }>`select min(balance) as lowest from bill`.execute(database)).rows[0]
    expect(BigInt((await lowest())?.lowest ?? 0)).toBeLessThan(0n)
    expect(compareRows(await readRows(database), state)).toEqual([])
    expect(await checkSums(database)).toEqual([])
    await opened.close()
    expect(opened.exchange.failure()).toBeUndefined()
  } finally {
    await storage.close()
    rmSync(data, { recursive: true, force: true })
  }
})

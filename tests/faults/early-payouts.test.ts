/** No sequence of acts and jumps of the clock leads to an early payout (D3, E1). */

import { afterAll, beforeAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { ADDRESS_WAIT, CANCEL_WAIT, WithdrawingOwner } from "#tests/support/withdrawing-owner.ts"

/** Of all owners together; `npm run chaos` asks for 20,000. */
const ACTS = Number(process.env.SAKER_PAYOUT_ACTS ?? 160)
/** After which somebody else begins. */
const ACTS_EACH = 16
const WITHIN_MS = 180_000

let ahead = 0
const clock = movedClock(() => ahead)
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_CODES_PER_HOUR: "100000" },
      SAKER_TRIES_PER_ADDRESS: "100000",
      // A machine that stands still for seconds would reuse a line in the moment in which the server lets go of it.
      SAKER_KEEP_ALIVE_SECONDS: "120",
      ...{ SAKER_SANDBOX_BLOCK_MS: "20", SAKER_SANDBOX_APPROVE_SECONDS: "0" },
      SAKER_ADDRESS_WAIT_SECONDS: String(ADDRESS_WAIT / 1000),
      SAKER_WITHDRAW_WAIT_SECONDS: String(CANCEL_WAIT / 1000),
    },
    { clock },
  )
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

test(`${ACTS} acts of owners, between jumps of the clock, lead to no early payout`, {
  timeout: WITHIN_MS + ACTS * 5_000,
}, async () => {
  const told = new Map<string, number>()
  const pass = (ms: number) => {
    ahead += ms
  }
  const place = { moved: { server, pass }, now: clock.now, chance: new SeededChance(48), told }
  for (let done = 0; done < ACTS; done += ACTS_EACH) {
    const owner = new WithdrawingOwner(await newPerson(server), place)
    await owner.begin()
    for (let act = 0; act < ACTS_EACH; act += 1) await owner.act()
    await owner.end()
  }
  process.stdout.write(`${JSON.stringify([...told])}\n`)
  for (const name of ["taken", "left", "rests", "address waits"])
    expect(told.get(name) ?? 0, name).toBeGreaterThan(0)
})

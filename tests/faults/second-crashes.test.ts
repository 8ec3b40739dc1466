/**
 * An exchange stopped at each write around the expiry of second contracts goes on as if it had not been; started again
 * later, with a silent feed or a clock that was set back, it settles or refunds each once (O2, O3, O5, R1, R5, T5, T6).
 */

import { expect, test } from "vitest"
import { refundDue, settledBy } from "#core/second/second-contract.ts"
import { secondOfRow } from "#server/storage/recorded-seconds.ts"
import { playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { crashGround } from "#tests/support/crash-ground.ts"
import { downtimesOf, placeStages, stopsIn } from "#tests/support/crash-stops.ts"
import {
  SECOND_CASH,
  SECOND_OPENING,
  SECOND_SCENE,
  SECOND_STAGES,
  SECOND_USERS,
} from "#tests/support/second-crash-scene.ts"

const WITHIN_MS = 600_000
/** Back at once, within a silence that is none, after a minute, within the hour that keys are known; or the clock was set back. */
const DOWN_MS = [0, 3_000, 60_000, 1_800_000, -20_000]

const ground = crashGround(SECOND_SCENE)

const stages = placeStages(SECOND_OPENING, SECOND_STAGES)

type Row = Parameters<typeof secondOfRow>[0]
const contractsOf = ({ facts }: ScenePlayed) =>
  facts.second_contracts.map((row) => secondOfRow(row as unknown as Row))

/** Whatever happened between: each contract has one end, that of its ticks, and money for it moved once. */
function expectEachOnce(played: ScenePlayed): void {
  const { balances, ledger_journals: journals } = played.facts
  const contracts = contractsOf(played)
  const paidOf = new Map<string, bigint>()
  for (const contract of contracts) {
    const { id, account, status, before, settle, settled = 0, expiry, stake, paid = 0n } = contract
    expect(status, `contract ${id}`).not.toBe("open")
    if (!before) throw new Error(`contract ${id} ended without a tick before`)
    if (settle) expect(status, `contract ${id}`).toBe(settledBy(contract, before, settle))
    else {
      expect(status, `contract ${id}`).toBe("refunded")
      expect(settled, `contract ${id}`).toBeGreaterThanOrEqual(refundDue(expiry, before.time))
    }
    const kinds = journals.filter(({ reference }) => reference === `second:${id}`).map(({ kind }) => kind)
    expect(kinds.toSorted(), `contract ${id}`).toEqual(["second", "second-hold"])
    paidOf.set(account, (paidOf.get(account) ?? 0n) + paid - stake)
  }
  expect(new Set(contracts.map(({ key, account }) => `${account} ${key}`)).size).toBe(contracts.length)
  for (const user of SECOND_USERS) {
    const amountOf = (part: string) =>
      BigInt(String(balances.find((row) => row.account === `${user}.second.${part}`)?.amount ?? 0))
    expect([user, amountOf("available"), amountOf("held")]).toEqual([
      user,
      SECOND_CASH + (paidOf.get(user) ?? 0n),
      0n,
    ])
  }
}

test("the scene has all of it: won, lost, tied, refunded by a tick and by a timer", () => {
  const ends = contractsOf(ground.whole).map(({ status, settle }) =>
    settle ? status : `${status} by silence`,
  )
  expect(new Set(ends)).toEqual(new Set(["won", "lost", "tied", "refunded", "refunded by silence"]))
  expectEachOnce(ground.whole)
})

test.each(stages)(
  "stopped in $name and done again from the log, every row is as it would have been",
  async (stage) => {
    const stops = stopsIn(stage, ground.whole)
    expect(stops).not.toEqual([])
    for (const stop of stops) {
      const { state, facts } = await playScene(ground.storage, SECOND_SCENE, stop)
      expect(facts, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.facts)
      expect(state, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.state)
    }
  },
  WITHIN_MS,
)

test.each(stages.flatMap((stage) => downtimesOf(stage, DOWN_MS, 2).map((downMs) => ({ ...stage, downMs }))))(
  "stopped in $name and started $downMs ms later: each contract has one end, and its money moved once",
  async ({ downMs, ...stage }) => {
    const stops = stopsIn(stage, ground.whole)
    expect(stops).not.toEqual([])
    for (const stop of stops)
      expectEachOnce(await playScene(ground.storage, SECOND_SCENE, { ...stop, downMs }))
  },
  WITHIN_MS,
)

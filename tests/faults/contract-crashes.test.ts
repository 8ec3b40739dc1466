/**
 * An exchange stopped at each write while funding is paid, positions are liquidated, taken over and deleveraged goes on as
 * if it had not been: nothing twice, nothing left out (P5, P27, P29, P30, R1, R5).
 */

import { describe, expect, test } from "vitest"
import { outcomeOf, playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { FUNDING_AT, SCENE, SCENE_OPENING, SCENE_STAGES } from "#tests/support/contract-crash-scene.ts"
import { crashGround } from "#tests/support/crash-ground.ts"
import type { FaultKind } from "#tests/support/faulty-storage.ts"

/** `npm run verify` stops at every write; else at one of each stage. */
const IS_CHAOS = process.env.SAKER_CRASH_WRITES === "all"
const IS_WHOLE = process.env.SAKER_TESTS === "long" || IS_CHAOS
const WITHIN_MS = 600_000
const KINDS: readonly FaultKind[] = ["before it is done", "after it is done"]

const ground = crashGround(SCENE)

const stages = SCENE_STAGES.map(({ name, steps }, place) => {
  const before = SCENE_STAGES.slice(0, place).flatMap((stage) => stage.steps)
  const from = SCENE_OPENING.length + before.length
  return { name, from, to: from + steps.length }
})

/** The writes of a stage, counted from 1; in the short form the one in its middle. */
function writesOf({ from, to }: { from: number; to: number }): number[] {
  const [first, last] = [(ground.whole.writes[from] ?? 0) + 1, ground.whole.writes[to] ?? 0]
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return IS_WHOLE ? all : all.slice(all.length >> 1).slice(0, 1)
}

test("the scene has all of it: funding, orders of a liquidation, take-overs and deleveraging", () => {
  const kinds = ground.whole.facts.contract_notices.map(({ kind, user_id }) => `${kind} ${user_id}`)
  const funded = [1, 2, 3, 4, 5, 5, 6, 7, 8].map((user) => `funding ${user}`)
  expect(kinds.filter((kind) => kind.startsWith("funding"))).toEqual(funded)
  for (const kind of ["liquidation 3", "take-over 1", "take-over 3", "deleveraging 2", "deleveraging 7"])
    expect(kinds).toContain(kind)
  expect(ground.whole.facts.orders.filter(({ origin }) => origin === "stop-loss")).toHaveLength(2)
})

test(
  "stopped before funding and started ten minutes after it: paid once, at its moment (T5)",
  async () => {
    const { to } = stages[0] as (typeof stages)[number]
    // The command that passes its moment is followed by two more of its stage.
    const place = (ground.whole.writes[to - 3] ?? 0) + 1
    const played = await playScene(ground.storage, SCENE, {
      place,
      kind: "before it is done",
      downMs: 600_000,
    })
    const rates = ({ facts }: ScenePlayed) => facts.funding_rates
    expect(rates(played)).toEqual(rates(ground.whole))
    expect(played.facts.funding_rates.map(({ time }) => time)).toEqual([FUNDING_AT])
    expect(outcomeOf(played)).toEqual(outcomeOf(ground.whole))
  },
  WITHIN_MS,
)

describe.each(KINDS)("stopped at a write, %s", (kind) => {
  test.each(stages)(
    "in $name: done again from the log, every row is as it would have been",
    async (stage) => {
      for (const place of writesOf(stage)) {
        const { state, facts } = await playScene(ground.storage, SCENE, { place, kind })
        expect(facts, `write ${place}`).toEqual(ground.whole.facts)
        expect(state, `write ${place}`).toEqual(ground.whole.state)
      }
    },
    WITHIN_MS,
  )

  test.each(stages)(
    "in $name: after the pause of a start everybody has, and was told, the same",
    async (stage) => {
      const writes = writesOf(stage)
      // In turn: with a pause each write is stopped at in one of the two ways. `npm run chaos` does both.
      const some = writes.filter((_, turn) => IS_CHAOS || turn % 2 === KINDS.indexOf(kind))
      for (const place of some.length > 0 ? some : writes) {
        const played = await playScene(ground.storage, SCENE, { place, kind, downMs: 0 })
        expect(outcomeOf(played), `write ${place}`).toEqual(outcomeOf(ground.whole))
      }
    },
    WITHIN_MS,
  )
})

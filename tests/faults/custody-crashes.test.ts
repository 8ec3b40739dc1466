/** An exchange stopped at each write of a deposit's or a withdrawal's life goes on as if it had not been (D1–D5, R1, R5). */

import { expect, test } from "vitest"
import { playScene } from "#tests/support/contract-crash-run.ts"
import { crashGround } from "#tests/support/crash-ground.ts"
import { placeStages, stopsIn } from "#tests/support/crash-stops.ts"
import { CUSTODY_OPENING, CUSTODY_SCENE, CUSTODY_STAGES } from "#tests/support/custody-crash-scene.ts"

const WITHIN_MS = 600_000

const ground = crashGround(CUSTODY_SCENE)

const stages = placeStages(CUSTODY_OPENING, CUSTODY_STAGES)

test("the scene has all of it", () => {
  const { deposits, withdrawals } = ground.whole.facts
  expect(deposits.map(({ status }) => status).toSorted()).toEqual([
    ...["credited", "credited", "final", "final", "final", "reversed"],
  ])
  expect(withdrawals.map(({ status }) => status).toSorted()).toEqual(
    ["cancelled", "failed", "final", "rejected", "sending", "waiting"].toSorted(),
  )
})

test.each(stages)(
  "stopped in $name and done again from the log, every row is as it would have been",
  async (stage) => {
    const stops = stopsIn(stage, ground.whole)
    expect(stops).not.toEqual([])
    for (const stop of stops) {
      const { state, facts } = await playScene(ground.storage, CUSTODY_SCENE, stop)
      expect(facts, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.facts)
      expect(state, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.state)
    }
  },
  WITHIN_MS,
)

/** Fee levels follow the engine's committed events, beginning with what was restored. */

import { describe, expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { FeeLevels, restoredFeeStandings } from "./fee-levels.ts"

const told = (account: string, level: number, turnover: bigint): EngineEvent => ({
  type: "user",
  account,
  isFrozen: false,
  level,
  turnover: turnover as Amount,
})

describe("fee levels", () => {
  test("of an unknown user are those of one who never traded", () => {
    expect(new FeeLevels().of("u1")).toEqual({ level: 0, turnover: 0n })
  })

  test("are the last that the engine told", () => {
    const levels = new FeeLevels()
    levels.take([told("u1", 1, 5n), told("u2", 3, 7n), told("u1", 2, 9n)])
    expect(levels.of("u1")).toEqual({ level: 2, turnover: 9n })
    expect(levels.of("u2")).toEqual({ level: 3, turnover: 7n })
  })

  test("begin with the restored engine, the house left out", () => {
    const engine = createEngine()
    const submit = (seq: number, account: string, level: number) =>
      engine.apply({ seq, time: 1000, command: { type: "user.level", account, level } })
    submit(1, "u7", 4)
    submit(2, "house-maker", 2)
    const restored = restoredFeeStandings(engine.state)
    expect(restored).toEqual([["u7", { level: 4, turnover: 0n }]])
    const levels = new FeeLevels(restored)
    levels.take([told("u7", 1, 3n)])
    expect(levels.of("u7")).toEqual({ level: 1, turnover: 3n })
  })
})

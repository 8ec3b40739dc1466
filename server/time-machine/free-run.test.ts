/** A clock that runs by itself: as fast as it was told to, or as the machine can. */

import { describe, expect, test } from "vitest"
import { runFree } from "./free-run.ts"

const STEP_MS = 1000

/** A minute on a machine whose steps take `costMs` of real time each. */
async function runMinute(speed: number, costMs: number, stopAt = Number.POSITIVE_INFINITY) {
  let [wall, time] = [0, 0]
  const steps: number[] = []
  const said: string[] = []
  await runFree({
    machine: {
      now: () => time,
      async step() {
        wall += costMs
        time += STEP_MS
        steps.push(wall)
      },
    },
    settings: { speed, stepMs: STEP_MS, to: 60_000 },
    isStopped: () => time >= stopAt,
    say: (line) => said.push(line),
    wall: {
      now: () => wall,
      async wait(ms) {
        wall += ms
      },
    },
  })
  return { wall, time, steps, said }
}

describe("a free run", () => {
  test("takes a tenth of the time at ten times the speed", async () => {
    const { wall, time, said } = await runMinute(10, 3)
    expect(time).toBe(60_000)
    expect(wall).toBeGreaterThanOrEqual(6000)
    expect(wall).toBeLessThan(6010)
    expect(said).toEqual([])
  })

  test("has every step where the machine can't follow, and says how fast it is", async () => {
    const { steps, time, said } = await runMinute(100, 50)
    expect(time).toBe(60_000)
    expect(steps.length).toBe(60)
    expect(said).toEqual(["this machine follows at about 20 times, not 100; nothing is left out"])
  })

  test("doesn't catch up with what it lost by running faster than it was told", async () => {
    let slow = 300
    let [wall, time] = [0, 0]
    const walls: number[] = []
    await runFree({
      machine: {
        now: () => time,
        async step() {
          wall += slow
          time += STEP_MS
          walls.push(wall)
          if (time >= 20_000) slow = 1
        },
      },
      settings: { speed: 10, stepMs: STEP_MS, to: 60_000 },
      isStopped: () => false,
      say: () => undefined,
      wall: {
        now: () => wall,
        async wait(ms) {
          wall += ms
        },
      },
    })
    const last = walls.slice(-20)
    for (const [at, when] of last.entries())
      if (at > 0) expect(when - (last[at - 1] ?? 0)).toBeGreaterThan(99)
  })

  test("ends where it is stopped", async () => {
    expect((await runMinute(10, 1, 30_000)).time).toBe(30_000)
  })
})

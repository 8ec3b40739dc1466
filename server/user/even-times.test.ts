/** Answers come at whole steps, whatever they took, and what is thrown as well. */

import { setTimeout } from "node:timers/promises"
import { expect, test } from "vitest"
import { atEvenTime } from "./even-times.ts"

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  const said = await atEvenTime(work).catch((error: unknown) => error)
  return { said, ms: performance.now() - begun }
}

test("nothing is answered before its step, and what takes longer waits for the next one", async () => {
  expect((await timed(async () => 1)).ms).toBeGreaterThanOrEqual(50)
  expect((await timed(() => setTimeout(60))).ms).toBeGreaterThanOrEqual(100)
  const broken = await timed(() => Promise.reject(new Error("broken")))
  expect(broken.said).toEqual(new Error("broken"))
  expect(broken.ms).toBeGreaterThanOrEqual(50)
})

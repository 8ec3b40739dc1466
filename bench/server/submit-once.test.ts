/** Are the same rows compared, and is it found out when some are missing? */

import { expect, test } from "vitest"
import { submitOnce } from "./submit-once.ts"

const FLOW = { seed: 3, steps: 300 }

test("both ways keep the same rows in the same batches", async () => {
  const told = await submitOnce(FLOW, { turn: 0, fault: null })
  expect(told.rows).toBeGreaterThan(FLOW.steps)
  expect(Math.min(told.exchange, told.bare)).toBeGreaterThan(0)
}, 180_000)

test("a batch that is left out is found", async () => {
  await expect(submitOnce(FLOW, { turn: 1, fault: "swap-trade" })).rejects.toThrow("rows were kept of the")
}, 180_000)

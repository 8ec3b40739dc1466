/** The scene of `alerts-10k` fires what it should, whichever side comes first. */

import { expect, test } from "vitest"
import { alertsOnce } from "./alerts-once.ts"

test.each([0, 1])("both sides do the whole stream, and the right alerts fire (%i)", (turn) => {
  const { fired } = alertsOnce({ seed: 5, alerts: 400, steps: 2_000 }, turn)
  expect(fired).toBeGreaterThan(3)
})

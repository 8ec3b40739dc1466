/** Whoever was frozen knows it with the first request that is read. */

import { expect, test } from "vitest"
import { HeldUp } from "./held-up.ts"

test("what is read within two seconds after a freeze was sent during it; before the start nothing was", () => {
  let elapsed = 0
  const heldUp = new HeldUp(() => elapsed)
  elapsed = 60_000
  expect(heldUp.isNow()).toBe(false)
  const stop = heldUp.start()
  const at = (ms: number) => {
    elapsed = 60_000 + ms
    return heldUp.isNow()
  }
  try {
    // The machine is merely busy.
    expect([at(250), at(5_000)]).toEqual([false, false])
    expect([at(10_001), at(11_000), at(12_000), at(12_001)]).toEqual([true, true, true, false])
    expect([at(70_000), at(71_999), at(72_000)]).toEqual([true, true, false])
  } finally {
    stop()
  }
})

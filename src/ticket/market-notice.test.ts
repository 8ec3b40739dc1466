/** What is said of a market that isn't simply open (N3, N5). */

import { expect, test } from "vitest"
import { marketNotice } from "./market-notice.ts"

const NOW = 1_000
test.each([
  ["an open one", { state: "open", openAt: 0, delistAt: 0 }, undefined],
  ["one that opened once", { state: "open", openAt: 500, delistAt: 0 }, undefined],
  ["one with an end ahead", { state: "open", openAt: 0, delistAt: 2_000 }, { key: "delists", time: 2_000 }],
  [
    "one that isn't open yet",
    { state: "halted", openAt: 1_500, delistAt: 2_000 },
    { key: "opens", time: 1_500 },
  ],
  [
    "one whose end has come",
    { state: "halted", openAt: 500, delistAt: 1_000 },
    { key: "delisted", time: 1_000 },
  ],
  [
    "one whose end the device has passed first",
    { state: "open", openAt: 0, delistAt: 900 },
    { key: "delists", time: 900 },
  ],
  ["a halted one", { state: "halted", openAt: 0, delistAt: 2_000 }, { key: "halted", time: 0 }],
  ["a cancel-only one", { state: "cancel-only", openAt: 0, delistAt: 0 }, { key: "cancelOnly", time: 0 }],
] as const)("of %s", (_, market, notice) => {
  expect(marketNotice(market, NOW)).toEqual(notice)
})

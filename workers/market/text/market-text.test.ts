/** Checks that what a market's texts remember stays small, however long its prices move. */

import { expect, test } from "vitest"
import { liveBytes } from "#tests/support/memory.ts"
import { fakeMarket } from "../fake-surroundings.ts"
import { Catalogue } from "../feeds/catalogue.ts"
import { MarketText } from "./market-text.ts"

const MARKETS = 20
const PRICES = 2000
/** 2000 prices and their texts take 170 kB; those of one moment 4. */
const KEPT_MAX = 20_000

const feed = { kind: "simulated", source: "", practice: true, since: 0 } as const

test("a market's prices of a day are not kept: a list has 500 markets", () => {
  const ids = Array.from({ length: MARKETS }, (_, at) => `M${at}_USDT`)
  const catalogue = new Catalogue()
  catalogue.replace(
    "spot",
    ids.map((id) => fakeMarket(id, { tick: "0.01", lot: "0.0001" })),
    feed,
  )
  const texts = ids.flatMap((id) => catalogue.get(id) ?? []).map((listed) => new MarketText(listed, "en"))
  const before = liveBytes()
  for (const text of texts) {
    for (let at = 0; at < PRICES; at += 1) text.price(`${40_000 + at}.${10 + (at % 89)}`)
  }
  const kept = (liveBytes() - before) / MARKETS
  // Asked once more behind the measuring, so that nothing was collected which is still in use.
  expect(texts.map((text) => text.price("40000.10"))).toEqual(ids.map(() => "40,000.10"))
  expect(kept).toBeLessThan(KEPT_MAX)
})

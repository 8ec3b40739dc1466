/** The catalogue keeps the rules of listing. */

import { describe, expect, test } from "vitest"
import { checkListing } from "#core/instrument/listing.ts"
import type { Price8 } from "#core/money/units.ts"
import { instrumentId } from "#core/wire/scalar.ts"
import { buildCatalogue, SPOT_MARKETS } from "./catalogue.ts"
import { seededKey, walkOf } from "./market-identity.ts"

const walk = () => walkOf({ key: seededKey("1") })

const NOW = Date.UTC(2026, 10, 21)
const catalogue = buildCatalogue(walk(), SPOT_MARKETS)
const spots = catalogue.traded.filter((market) => market.instrument.kind === "spot")
const perpetuals = catalogue.traded.filter((market) => market.instrument.kind === "perpetual")

describe("the catalogue", () => {
  test("has at least 40 spot pairs, 20 perpetuals and 12 second contracts", () => {
    expect(spots.length).toBe(SPOT_MARKETS)
    expect(spots.length).toBeGreaterThanOrEqual(40)
    expect(perpetuals.length).toBeGreaterThanOrEqual(20)
    expect(catalogue.seconds.length).toBeGreaterThanOrEqual(12)
  })

  test.each([SPOT_MARKETS, 500])(
    "may be listed as it is, with ids of their own (%i spot markets)",
    (count) => {
      const { traded, seconds, indexes, coinNames } = buildCatalogue(walk(), count)
      const all = [...traded, ...seconds].map((market) => market.instrument)
      expect(new Set(all.map((instrument) => instrument.id)).size).toBe(all.length)
      for (const instrument of all) {
        const path = instrument.kind === "spot" ? undefined : indexes.get(instrument.index)
        if (instrument.kind !== "spot") expect(path).toBeDefined()
        const index = path && (BigInt(Math.round(Math.exp(path.logPrice(NOW)) * 1e8)) as Price8)
        expect(checkListing(instrument, index)).toEqual([])
        expect(instrumentId.safeParse(instrument.id).success).toBe(true)
        expect(coinNames.get(instrument.quote)).toBeDefined()
      }
      expect(traded.filter((market) => market.instrument.kind === "spot").length).toBe(count)
    },
  )

  test("says of each coin when it was listed, the same for all its markets, never in the future", () => {
    const all = [...catalogue.traded, ...catalogue.seconds].map((market) => market.instrument)
    const datesOf = (base: string) =>
      new Set(all.filter((instrument) => instrument.base === base).map((instrument) => instrument.listedAt))
    for (const base of new Set(all.map((instrument) => instrument.base))) expect(datesOf(base).size).toBe(1)
    expect(all.every(({ listedAt }) => listedAt > 0 && listedAt <= NOW)).toBe(true)
    expect(datesOf("SAND")).not.toEqual(datesOf("BTC"))
  })

  test("prices coins with at least 300 ticks, so that they can move", () => {
    for (const { instrument, path } of buildCatalogue(walk(), 500).traded)
      expect(Math.exp(path.logPrice(NOW)) / (Number(instrument.tick) / 1e8)).toBeGreaterThan(300)
  })

  test("lists the first of the known coins where fewer are asked for", () => {
    const few = buildCatalogue(walk(), 2)
    expect(few.traded.map((market) => market.instrument.id).sort()).toEqual([
      "BTC_USDT",
      "BTC_USDT_PERP",
      "ETH_USDT",
      "ETH_USDT_PERP",
    ])
  })

  test("has the steps of the examples in docs/rules/instruments.md", () => {
    const steps = Object.fromEntries(
      catalogue.traded.map(({ instrument: { id, tick, lot, notionalUnit } }) => [
        id,
        [tick, lot, notionalUnit],
      ]),
    )
    expect(steps.BTC_USDT).toEqual([1_000_000n, 1000n, 10n])
    expect(steps.ETH_USDT).toEqual([1_000_000n, 10_000n, 100n])
    expect(steps.BTC_USDT_PERP).toEqual([10_000_000n, 100_000n, 10_000n])
    expect(steps.ETH_USDT_PERP).toEqual([1_000_000n, 100_000n, 1000n])
  })
})

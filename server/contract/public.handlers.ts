/** Handlers of the calls about contracts that anyone may make. */

import type { Kysely } from "kysely"
import type { Candle } from "#core/candle/candle.ts"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { tiersOf } from "#core/instrument/tier-tables.ts"
import { divideNearest } from "#core/money/rounding.ts"
import {
  formatAmount,
  formatFine,
  formatLots,
  formatTicks,
  signedUnitsOf,
  unitsOf,
} from "#core/money/steps.ts"
import { type Lots, NO_LOTS, type Ticks, UNITS_PER_COIN } from "#core/money/units.ts"
import { marginTiers } from "#core/position/margin-tiers.ts"
import { type CandleRow, refuse } from "#core/wire/index.ts"
import { intervalsOf } from "#server/read-model/live-candles.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import type { PriceCandles } from "#server/read-model/price-candles.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { Tables } from "../storage/schema.ts"
import { isBackwards } from "../storage/time-range.ts"
import { contractNamed } from "./change-contract-order.ts"
import { averageRates, fundBalances, NO_AVERAGES, openInterests, paidRates } from "./public.queries.ts"

interface PublicParts {
  database: Kysely<Tables>
  reader: MarketReader
  prices: PriceCandles
}
type PublicCalls =
  | "contractTiers"
  | "fundingRates"
  | "fundingOverview"
  | "openInterest"
  | "insuranceFund"
  | "priceCandles"

export function publicContractHandlers({ database, reader, prices }: PublicParts): HandlersOf<PublicCalls> {
  const unknown = (instrument: string) => refuse("UNKNOWN_INSTRUMENT", { instrument })
  return {
    contractTiers({ instrument }) {
      const listed = reader.instruments().filter((each) => each.kind === "perpetual")
      const asked = listed.filter(({ id }) => (instrument ?? id) === id)
      if (instrument !== undefined && asked.length === 0) return unknown(instrument)
      return answer({ rows: asked.map((each) => ({ instrument: each.id, tiers: tierTexts(each) })) })
    },

    async fundingRates(asked) {
      const instrument = contractNamed(reader, asked.instrument)
      if (!instrument) return unknown(asked.instrument)
      if (isBackwards(asked)) return refuse("TIME_RANGE")
      const [, , , rate = "0", nextFunding = 0] = reader.mark(instrument.id) ?? []
      const { id, fundingHours } = instrument
      const paid = await paidRates(database, asked)
      return answer({ instrument: id, rate, nextFunding, fundingHours, ...paid })
    },

    async fundingOverview() {
      const time = reader.now()
      const averages = await averageRates(database, time)
      const rows = reader
        .instruments()
        .filter((each) => each.kind === "perpetual")
        .map((each) => ({ ...fundingNow(reader, each), ...(averages.get(each.id) ?? NO_AVERAGES) }))
      return answer({ time, rows })
    },

    async openInterest(asked) {
      const instrument = contractNamed(reader, asked.instrument)
      if (!instrument) return unknown(asked.instrument)
      if (isBackwards(asked)) return refuse("TIME_RANGE")
      const { id, lot } = instrument
      const text = (size: bigint) => formatLots(Number(size / lot) as Lots, lot)
      const { rows, next } = await openInterests(database, asked)
      const quantity = reader.openInterest(id)?.[1] ?? text(0n)
      return answer({
        instrument: id,
        quantity,
        rows: rows.map(({ time, size }) => ({ time, quantity: text(size) })),
        next,
      })
    },

    insuranceFund: async (asked) =>
      isBackwards(asked) ? refuse("TIME_RANGE") : answer(await fundBalances(database, asked)),

    async priceCandles({ instrument, price, interval, before, limit }) {
      const contract = contractNamed(reader, instrument)
      if (!contract) return unknown(instrument)
      if (!intervalsOf("perpetual").includes(interval))
        throw new Refusal({ name: "FORMAT", values: { field: "interval" } })
      const now = reader.now()
      const to = Math.min(before ?? Number.POSITIVE_INFINITY, now + 1)
      const { candles, more } = await prices.page(price, instrument, { interval, to, limit, now })
      return answer({ instrument, price, interval, rows: candles.map(rowOf(contract)), more })
    },
  }
}

const HOURS_OF_YEAR = 8760n

/** What is known without the history. P32. */
function fundingNow(reader: MarketReader, { id, lot, fundingHours }: PerpetualInstrument) {
  const [, , mark = "", rate = "0", nextFunding = 0] = reader.mark(id) ?? []
  const openInterest = reader.openInterest(id)?.[1] ?? formatLots(NO_LOTS, lot)
  const yearly = divideNearest(signedUnitsOf(rate) * HOURS_OF_YEAR, BigInt(fundingHours))
  const openValue = divideNearest(unitsOf(openInterest) * unitsOf(mark), UNITS_PER_COIN)
  return {
    ...{ instrument: id, rate, nextFunding, fundingHours, yearly: formatAmount(yearly), openInterest },
    openValue: mark === "" ? "" : formatAmount(openValue),
  }
}

const rowOf =
  ({ tick, lot }: PerpetualInstrument) =>
  ({ openTime, open, high, low, close, closed }: Candle): CandleRow => {
    const text = (price: Ticks) => formatTicks(price, tick)
    const prices = [text(open), text(high), text(low), text(close)] as const
    return [openTime, ...prices, formatLots(NO_LOTS, lot), 0, closed ? 1 : 0, 0]
  }

/** P6: floors and amounts are computed. */
const tierTexts = (instrument: PerpetualInstrument) =>
  marginTiers(tiersOf(instrument)).map(({ cap, leverageMax, rate, amount }) => ({
    cap: formatAmount(cap),
    leverage: leverageMax,
    rate: formatAmount(rate),
    amount: formatFine(amount),
  }))

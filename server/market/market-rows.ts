/** Rows of the market lists: an instrument's fields as decimal text, with its last ticker. */

import type {
  Instrument,
  PerpetualInstrument,
  SecondInstrument,
  SpotInstrument,
} from "#core/instrument/instrument.ts"
import { formatAmount, formatLots } from "#core/money/steps.ts"
import type { PriceText, QuantityText } from "#core/money/units.ts"
import type { ContractMarket, SecondMarket, SpotMarket, TickerRow } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

/** A row that knows nothing yet. */
const blank = (id: string): TickerRow => [id, "", "", "", "", "", "", "", "", 0, 0]

const listed = (instrument: Instrument, reader: MarketReader) => ({
  id: instrument.id,
  base: instrument.base,
  quote: instrument.quote,
  name: reader.coinName(instrument.base),
  tick: formatAmount(instrument.tick) as PriceText,
  lot: formatAmount(instrument.lot) as QuantityText,
  state: instrument.state,
  listedAt: instrument.listedAt,
  openAt: instrument.openAt ?? 0,
  delistAt: instrument.delistAt ?? 0,
  ticker: reader.ticker(instrument.id) ?? blank(instrument.id),
})

const bookFields = (instrument: SpotInstrument | PerpetualInstrument) => ({
  minQuantity: formatLots(instrument.minQuantity, instrument.lot),
  maxQuantity: formatLots(instrument.maxQuantity, instrument.lot),
  maxMarketQuantity: formatLots(instrument.maxMarketQuantity, instrument.lot),
  minNotional: formatAmount(instrument.minNotional),
  priceRule: instrument.priceRule,
  band: formatAmount(instrument.band),
  marketProtection: formatAmount(instrument.marketProtection),
})

export const spotMarketOf = (instrument: SpotInstrument, reader: MarketReader): SpotMarket => ({
  kind: "spot",
  ...listed(instrument, reader),
  ...bookFields(instrument),
})

export function contractMarketOf(instrument: PerpetualInstrument, reader: MarketReader): ContractMarket {
  const mark = reader.mark(instrument.id)
  return {
    kind: "perpetual",
    ...listed(instrument, reader),
    ...bookFields(instrument),
    index: instrument.index,
    leverageMax: instrument.leverageMax,
    fundingHours: instrument.fundingHours,
    indexPrice: mark?.[1] ?? "",
    mark: mark?.[2] ?? "",
    fundingRate: mark?.[3] ?? "0",
    nextFunding: mark?.[4] ?? 0,
  }
}

export const secondMarketOf = (instrument: SecondInstrument, reader: MarketReader): SecondMarket => ({
  kind: "second",
  ...listed(instrument, reader),
  index: instrument.index,
  periods: instrument.periods.map((period) => ({
    seconds: period.seconds,
    payoutRate: formatAmount(period.payoutRate),
    minStake: formatAmount(period.minStake),
    maxStake: formatAmount(period.maxStake),
  })),
})

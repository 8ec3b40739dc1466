/** Handlers of the market calls: lists, sparklines, candles, depth, trades. */

import type {
  Instrument,
  InstrumentKind,
  PerpetualInstrument,
  SecondInstrument,
  SpotInstrument,
} from "#core/instrument/instrument.ts"
import { refuse } from "#core/wire/index.ts"
import { intervalsOf } from "#server/read-model/live-candles.ts"
import type { MarketHistory } from "#server/read-model/market-history.ts"
import type { MarketModel } from "#server/read-model/market-model.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import { readCandles } from "./market.queries.ts"
import { contractMarketOf, secondMarketOf, spotMarketOf } from "./market-rows.ts"

type MarketCalls =
  | "spotMarkets"
  | "contractMarkets"
  | "secondMarkets"
  | "sparklines"
  | "kline"
  | "depth"
  | "trades"

export function marketHandlers(model: MarketModel, history: MarketHistory): HandlersOf<MarketCalls> {
  const ofKind = (kind: InstrumentKind) =>
    model.instruments().filter((instrument) => instrument.kind === kind)
  const list = <Row>(rows: Row[]) => answer({ time: model.now(), feed: model.feed(), rows })
  const unknown = (symbol: string) => refuse("UNKNOWN_INSTRUMENT", { instrument: symbol })

  return {
    spotMarkets: () => list((ofKind("spot") as SpotInstrument[]).map((one) => spotMarketOf(one, model))),
    contractMarkets: () =>
      list((ofKind("perpetual") as PerpetualInstrument[]).map((one) => contractMarketOf(one, model))),
    secondMarkets: () =>
      list((ofKind("second") as SecondInstrument[]).map((one) => secondMarketOf(one, model))),

    sparklines: ({ kind }) =>
      answer({
        time: model.now(),
        rows: ofKind(kind).map(({ id }): [string, ReturnType<MarketModel["sparkline"]>] => [
          id,
          model.sparkline(id),
        ]),
      }),

    async kline({ symbol, interval, before, limit }) {
      const instrument = model.instrument(symbol)
      if (!instrument) return unknown(symbol)
      // Seconds are kept for second contracts only: nothing else is charted in them.
      if (!intervalsOf(instrument.kind).includes(interval))
        throw new Refusal({ name: "FORMAT", values: { field: "interval" } })
      const page = await readCandles({ model, history }, instrument, interval, { before, limit })
      return answer({ symbol, interval, ...page })
    },

    depth({ symbol, limit }) {
      const view = model.depth(symbol, limit)
      return view ? answer({ symbol, ...view }) : unknown(symbol)
    },

    trades({ symbol, before, limit }) {
      const instrument: Instrument | undefined = model.instrument(symbol)
      // Second contracts have neither a book nor trades of their own.
      if (!instrument || instrument.kind === "second") return unknown(symbol)
      const rows = model.trades(symbol, before ?? Number.MAX_SAFE_INTEGER, limit)
      const oldest = rows.at(-1)?.[0] ?? 0
      const hasOlder = model.trades(symbol, oldest, 1).length > 0
      return answer({ symbol, rows, next: hasOlder ? oldest : 0 })
    },
  }
}

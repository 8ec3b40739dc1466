/** Lists the instruments of a recording, with ticks and lots derived from its figures. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { type Lots, NO_AMOUNT, STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import type { RecordedSymbol } from "../recorded/recorded-event.ts"
import { type SeenSteps, unitsOf } from "../recorded/recorded-steps.ts"
import { instrumentIdOf } from "../recorded/symbol-name.ts"

/** Decimals of 1e-8, in which steps are held. */
const DECIMALS = 8
const PERCENT = 1_000_000n

/** A symbol of a recording with its instrument. */
export interface RecordedMarket {
  instrument: TradedInstrument
  /** Whole ticks of a recorded price; undefined beyond what an order may have. */
  ticks(price: string): number | undefined
  /** Lots of a recorded quantity: up, so that what was there does not vanish. */
  lots(quantity: string): number
}

/** Undefined where the prices are finer than 1e-8: such a market can't be listed. */
export function recordedMarket(
  symbol: RecordedSymbol,
  steps: SeenSteps,
  since: number,
): RecordedMarket | undefined {
  const { priceDecimals, quantityDecimals } = steps
  if (priceDecimals > DECIMALS) return undefined
  const tick = symbol.tick ?? BigInt(roundStep(steps.priceStep)) * 10n ** BigInt(DECIMALS - priceDecimals)
  const lot = symbol.lot ?? lotFor(tick, steps)
  // In units of the recorded decimals, in which every figure is exact.
  const tickUnits = Number(tick) / 10 ** (DECIMALS - priceDecimals)
  const lotUnits = Number(lot) * 10 ** (quantityDecimals - DECIMALS)
  return {
    instrument: instrumentOf(symbol, { tick, lot, since }),
    ticks(price) {
      const ticks = Math.round(unitsOf(price, priceDecimals) / tickUnits)
      return ticks >= 1 && ticks <= STEP_COUNT_MAX ? ticks : undefined
    },
    lots: (quantity) => Math.ceil(unitsOf(quantity, quantityDecimals) / lotUnits),
  }
}

/** 1, 2 or 5 of a power of ten, as exchanges choose them; anything else was chance, and single units are safe. */
function roundStep(step: number): number {
  const lead = String(step).replace(/0+$/, "")
  return ["1", "2", "5"].includes(lead) ? step : 1
}

/** A power of ten that is fine enough for the quantities, if U1 and the largest of them allow it. */
function lotFor(tick: bigint, { quantityDecimals, quantityMost }: SeenSteps): bigint {
  let lot = 10n ** BigInt(Math.max(0, DECIMALS - quantityDecimals))
  const isTooFine = () => (quantityMost * Number(UNITS_PER_COIN)) / Number(lot) > STEP_COUNT_MAX / 2
  while ((tick * lot) % UNITS_PER_COIN !== 0n || isTooFine()) lot *= 10n
  return lot
}

function instrumentOf(
  symbol: RecordedSymbol,
  { tick, lot, since }: { tick: bigint; lot: bigint; since: number },
): TradedInstrument {
  const common = {
    id: instrumentIdOf(symbol),
    base: symbol.base,
    quote: symbol.quote,
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    state: "open" as const,
    listedAt: since,
    minQuantity: 1 as Lots,
    maxQuantity: STEP_COUNT_MAX as Lots,
    maxMarketQuantity: STEP_COUNT_MAX as Lots,
    // What was recorded was allowed where it was recorded.
    minNotional: NO_AMOUNT,
    maxOpenOrders: 200,
    maxStops: 20,
    priceRule: "strict" as const,
    band: 5n * PERCENT,
    marketProtection: 5n * PERCENT,
    stpDefault: "EXPIRE_MAKER" as const,
  }
  if (!symbol.isPerpetual) return { kind: "spot", ...common }
  return {
    kind: "perpetual",
    ...common,
    index: `${symbol.base}_${symbol.quote}`,
    leverageMax: 50,
    fundingHours: 8,
    interest: PERCENT / 100n,
    markBand: 3n * PERCENT,
    maintenanceRate: PERCENT,
  }
}

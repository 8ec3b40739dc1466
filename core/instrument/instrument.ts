/** The instruments that can be traded, and their fields (N5). */

import type { Amount, Lots, TimeMs } from "../money/units.ts"
import type { TierTerms } from "../position/margin-tiers.ts"
import type { FeeRates } from "./fee-levels.ts"

export type InstrumentKind = "spot" | "perpetual" | "second"
/** N3: open takes everything, cancel-only takes what lessens, halted does nothing. */
export type InstrumentState = "open" | "cancel-only" | "halted"
/** N2: how far a limit price may lie from the market. */
export type PriceRule = "strict" | "band" | "off"
/** S5: what happens when both sides of a match are the same account. */
export type StpMode = "NONE" | "EXPIRE_MAKER" | "EXPIRE_TAKER" | "EXPIRE_BOTH" | "DECREMENT"

interface InstrumentCommon {
  id: string
  base: string
  quote: string
  /** Tick T in 1e-8 of the quote currency. */
  tick: bigint
  /** Lot L in 1e-8 of the base currency. */
  lot: bigint
  /** K = T × L / 10^8 (U1): `notional = price × quantity × K`, whole 1e-8 of the quote. */
  notionalUnit: bigint
  state: InstrumentState
  /** When it was listed; shows as "new" in its first 30 days. */
  listedAt: number
  /** N5: halted until then; absent: open from its listing on. */
  openAt?: TimeMs
  /** N5: from then on nobody has an order and none is taken; absent: no end is planned. */
  delistAt?: TimeMs
}

interface BookInstrument extends InstrumentCommon {
  minQuantity: Lots
  maxQuantity: Lots
  maxMarketQuantity: Lots
  /** In 1e-8 of the quote currency. */
  minNotional: Amount
  maxOpenOrders: number
  maxStops: number
  priceRule: PriceRule
  /** For `band`, as a rate in 1e-8: 5_000_000n is 5 %. */
  band: bigint
  /** S4: how far a market order may walk from the best opposite price, a rate in 1e-8. */
  marketProtection: bigint
  stpDefault: StpMode
  /** Its own rates by fee level, the last for all above; default those of `FEE_LEVELS`. */
  feeSchedule?: readonly FeeRates[]
}

/** S11. `received`: a buyer pays in the base, a seller in the quote. `quote`: both in the quote. */
export type FeeIn = "received" | "quote"

export interface SpotInstrument extends BookInstrument {
  kind: "spot"
  /** Default `received`. */
  feeIn?: FeeIn
}

export interface PerpetualInstrument extends BookInstrument {
  kind: "perpetual"
  /** Index it follows, e.g. `BTC_USDT`. */
  index: string
  leverageMax: number
  fundingHours: number
  /** Per 8 h, a rate in 1e-8. */
  interest: bigint
  /** How far the mark may lie from the index, a rate in 1e-8. */
  markBand: bigint
  /** Maintenance rate of tier 1, a rate in 1e-8; bounds the funding rate (P4). */
  maintenanceRate: bigint
  /** P6: default those of its highest leverage. */
  tiers?: readonly TierTerms[]
  /** P27: what a liquidated position pays to the fund, a rate of its turnover in 1e-8; default 0.5 %, 1 % up to 50×. */
  liquidationFee?: bigint
  /** P27: how far from the mark a liquidation trades at most, a rate in 1e-8; default 1 %, 3 % up to 50×. */
  liquidationSlip?: bigint
}

interface SecondPeriod {
  seconds: number
  /** Profit on a right answer, a rate in 1e-8: 80_000_000n is 80 %. */
  payoutRate: bigint
  minStake: Amount
  maxStake: Amount
}

/** No book of its own: it opens and settles on index ticks. Its tick and lot only shape what is shown. */
export interface SecondInstrument extends InstrumentCommon {
  kind: "second"
  index: string
  periods: readonly SecondPeriod[]
}

export type TradedInstrument = SpotInstrument | PerpetualInstrument
export type Instrument = SpotInstrument | PerpetualInstrument | SecondInstrument

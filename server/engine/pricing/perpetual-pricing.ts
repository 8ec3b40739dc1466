/** What is a perpetual priced at? Its mark, its premium samples and its funding, as the timers ask for them. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import type { FundingRateEvent, MarkEvent } from "../event.ts"
import type { Market } from "../matching/market.ts"
import type { PremiumSums } from "./funding-rate.ts"
import { fundingInterval, fundingRate, nextFundingAfter, slotAt } from "./funding-rate.ts"
import type { IndexPrice } from "./index-price.ts"
import { BasisSamples, markPrice } from "./mark-price.ts"
import { impactPrice, premium } from "./premium.ts"

export const MARK_EVERY_MS = 1_000

const noSlots = (): PremiumSums => ({ weighted: 0n, weights: 0n })

/** The prices of a perpetual as plain data, for a snapshot. */
export interface SavedPricing {
  basis: bigint[]
  premiums: PremiumSums
  settledRate: bigint
  mark: Price8 | null
}

export class PerpetualPricing {
  readonly #market: Market
  readonly #index: IndexPrice
  readonly #basis = new BasisSamples()
  #premiums = noSlots()
  /** The rate settled last; 0 before the first. */
  #settledRate = 0n
  /** P2; undefined before the first. */
  mark: Price8 | undefined

  constructor(market: Market, index: IndexPrice) {
    this.#market = market
    this.#index = index
  }

  /** P2 at a whole second; undefined while the instrument is halted (N3) or the index stale (N4: frozen). */
  takeMark(instrument: PerpetualInstrument, now: TimeMs): MarkEvent | undefined {
    const index = this.#liveIndex(instrument, now)
    if (index === undefined) return undefined
    const { book, last } = this.#market
    const bid = book.best("buy")
    const ask = book.best("sell")
    if (bid !== 0 && ask !== 0)
      this.#basis.add(BigInt(bid) * instrument.tick, BigInt(ask) * instrument.tick, index)
    const nextFunding = nextFundingAfter(now, instrument)
    this.mark = markPrice({
      index,
      last: last === 0 ? undefined : ((BigInt(last) * instrument.tick) as Price8),
      basis: this.#basis.mean(),
      fundingRate: this.#settledRate,
      untilFunding: nextFunding - now,
      fundingInterval: fundingInterval(instrument),
      markBand: instrument.markBand,
    })
    const rate = fundingRate(this.#premiums, instrument)
    return { type: "mark", instrument: instrument.id, index, mark: this.mark, rate, nextFunding }
  }

  /** P3: one slot of the interval; left out while halted or stale, or with an empty side. */
  takePremium(instrument: PerpetualInstrument, now: TimeMs): void {
    const index = this.#liveIndex(instrument, now)
    if (index === undefined) return
    const impactBid = impactPrice(this.#market.book, "buy", instrument)
    const impactAsk = impactPrice(this.#market.book, "sell", instrument)
    const sample = premium(impactBid, impactAsk, index)
    if (sample === undefined) return
    const slot = BigInt(slotAt(now, instrument))
    this.#premiums.weighted += slot * sample
    this.#premiums.weights += slot
  }

  /** P4, fixed at the moment; skipped at rate 0 while halted (N3). The next interval starts empty. */
  settleFunding(instrument: PerpetualInstrument, now: TimeMs): FundingRateEvent {
    const rate = instrument.state === "halted" ? 0n : fundingRate(this.#premiums, instrument)
    this.#settledRate = rate
    this.#premiums = noSlots()
    return { type: "funding-rate", instrument: instrument.id, rate, time: now }
  }

  save(): SavedPricing {
    const { mark = null } = this
    return {
      basis: this.#basis.save(),
      premiums: { ...this.#premiums },
      settledRate: this.#settledRate,
      mark,
    }
  }

  restore({ basis, premiums, settledRate, mark }: SavedPricing): void {
    this.#basis.restore(basis)
    this.#premiums = { ...premiums }
    this.#settledRate = settledRate
    this.mark = mark ?? undefined
  }

  #liveIndex(instrument: PerpetualInstrument, now: TimeMs): Price8 | undefined {
    if (instrument.state === "halted" || this.#index.isStale(now)) return undefined
    return this.#index.last
  }
}

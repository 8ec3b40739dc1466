/** Mark price, premium samples and funding rate of one perpetual, updated by its timers. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { delistingPrice, isClosingOnly } from "#core/position/delisting-price.ts"
import type { PremiumSums } from "#core/position/funding-rate.ts"
import { fundingInterval, fundingRate, nextFundingAfter, slotAt } from "#core/position/funding-rate.ts"
import { BasisSamples, markPrice } from "#core/position/mark-price.ts"
import { impactPrice, premium } from "#core/position/premium.ts"
import type { FundingRateEvent, MarkEvent } from "../event.ts"
import type { Market } from "../matching/market.ts"
import type { IndexPrice } from "./index-price.ts"

export const MARK_EVERY_MS = 1_000

const noSlots = (): PremiumSums => ({ weighted: 0n, weights: 0n })

/** The prices of a perpetual as plain data, for a snapshot. */
export interface SavedPricing {
  basis: bigint[]
  premiums: PremiumSums
  settledRate: bigint
  mark: Price8 | null
  /** N5: of the last half hour before this end; null before. */
  closing: ClosingSums | null
}

/** Index values of whole seconds, since half an hour before the contract ends. */
interface ClosingSums {
  until: TimeMs
  sum: bigint
  count: number
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
  #closing: ClosingSums | undefined

  constructor(market: Market, index: IndexPrice) {
    this.#market = market
    this.#index = index
  }

  /** P2 at a whole second; undefined while the instrument is halted (N3) or the index stale (N4: frozen). */
  takeMark(instrument: PerpetualInstrument, now: TimeMs): MarkEvent | undefined {
    this.#sampleClosing(instrument, now)
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
    return { type: "mark", instrument: instrument.id, index, mark: this.mark, rate, nextFunding, time: now }
  }

  /** P3: one slot of the interval; left out while halted or stale, or with an empty side. */
  takePremium(instrument: PerpetualInstrument, now: TimeMs): void {
    const index = this.#liveIndex(instrument, now)
    if (index === undefined) return
    const { book } = this.#market
    const impactBid = impactPrice((visit) => book.walkLevels("buy", visit), instrument)
    const impactAsk = impactPrice((visit) => book.walkLevels("sell", visit), instrument)
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
    const { mark } = this
    const event: FundingRateEvent = { type: "funding-rate", instrument: instrument.id, rate, time: now }
    return mark === undefined ? event : { ...event, mark }
  }

  /** N5: the mean of the index; without a value of it the mark, to the nearest tick. Undefined without either. */
  closingPrice({ tick, delistAt }: PerpetualInstrument): Price8 | undefined {
    const sums = this.#closing?.until === delistAt ? this.#closing : undefined
    const mean = sums && delistingPrice(sums, tick)
    return mean ?? (this.mark === undefined ? undefined : delistingPrice({ sum: this.mark, count: 1 }, tick))
  }

  save(): SavedPricing {
    const { mark = null } = this
    return {
      basis: this.#basis.save(),
      premiums: { ...this.#premiums },
      settledRate: this.#settledRate,
      mark,
      closing: this.#closing ? { ...this.#closing } : null,
    }
  }

  restore({ basis, premiums, settledRate, mark, closing }: SavedPricing): void {
    this.#closing = closing ? { ...closing } : undefined
    this.#basis.restore(basis)
    this.#premiums = { ...premiums }
    this.#settledRate = settledRate
    this.mark = mark ?? undefined
  }

  /** Whatever the trading state: the index is there. */
  #sampleClosing(instrument: PerpetualInstrument, now: TimeMs): void {
    const { delistAt } = instrument
    if (delistAt === undefined || !isClosingOnly(instrument, now)) {
      this.#closing = undefined
      return
    }
    if (this.#closing?.until !== delistAt) this.#closing = { until: delistAt, sum: 0n, count: 0 }
    const { last } = this.#index
    if (last === undefined || this.#index.isStale(now)) return
    this.#closing.sum += last
    this.#closing.count += 1
  }

  #liveIndex(instrument: PerpetualInstrument, now: TimeMs): Price8 | undefined {
    if (instrument.state === "halted" || this.#index.isStale(now)) return undefined
    return this.#index.last
  }
}

/** The walk of a trial: what a taker would trade, level by level, without a trace (S3). */

import type { Lots } from "#core/money/units.ts"
import type { Order } from "./order.ts"
import type { FillRefusal, Trial, TrialJudge } from "./order-book.ts"
import type { PriceLevel } from "./price-level.ts"

interface Taken {
  traded: number
  lost: number
  isEnd: boolean
  hasMore: boolean
}

/** Walks as `match` does, and changes nothing but its own sums. */
export class TrialWalk {
  readonly #taker: Order
  readonly #notionalUnit: bigint
  /** Lots still wanted; with a budget what it still pays for, in 1e-8 of the quote. */
  #left: number
  #budgetLeft: bigint
  #quantity = 0
  readonly #judge: TrialJudge | undefined
  /** Of the maker asked last. */
  #refusal: FillRefusal | undefined
  #turnover = 0n

  constructor(taker: Order, notionalUnit: bigint, judge?: TrialJudge) {
    this.#taker = taker
    this.#judge = judge
    this.#notionalUnit = notionalUnit
    this.#left = taker.open
    this.#budgetLeft = taker.budgetLeft
  }

  /** Takes what this level would give. Answers whether the walk ends with it. */
  endsWith(level: PriceLevel): boolean {
    const { isByBudget } = this.#taker
    const unit = isByBudget ? BigInt(level.price) * this.#notionalUnit : 0n
    const wanted = isByBudget ? Number(this.#budgetLeft / unit) : this.#left
    if (wanted === 0) return true
    const { traded, lost, isEnd, hasMore } = this.#takeFrom(level, wanted)
    this.#quantity += traded
    this.#turnover += BigInt(level.price) * BigInt(traded)
    if (isByBudget) this.#budgetLeft -= BigInt(traded + lost) * unit
    else this.#left -= traded + lost
    // What is left of a budget may still pay for a lot at the next price, but only when this level is gone.
    return isEnd || (isByBudget ? hasMore : this.#left === 0)
  }

  found(): Trial {
    return { quantity: this.#quantity as Lots, turnover: this.#turnover }
  }

  /** `lost`: what DECREMENT takes off without a trade (S5). `hasMore`: somebody still stands there. */
  #takeFrom(level: PriceLevel, wanted: number): Taken {
    const { account, stp, timeInForce } = this.#taker
    if (stp === "NONE" && !this.#judge)
      return { traded: Math.min(wanted, level.total), lost: 0, isEnd: false, hasMore: wanted < level.total }
    let traded = 0
    let lost = 0
    let passed = 0
    for (let maker = level.first; maker && traded + lost < wanted; maker = maker.queueNext) {
      const left = wanted - traded - lost
      if (maker.account !== account || stp === "NONE") {
        const lots = this.#tradedWith(maker, left)
        traded += lots
        if (this.#refusal?.ends === "taker") return { traded, lost, isEnd: true, hasMore: true }
        if (this.#refusal) passed += maker.open - lots
      } else if (stp === "EXPIRE_MAKER") passed += maker.open
      else if (stp !== "DECREMENT" || timeInForce === "fok")
        return { traded, lost, isEnd: true, hasMore: true }
      else {
        lost += Math.min(left, maker.open)
        if (traded + lost === wanted) return { traded, lost, isEnd: true, hasMore: true }
      }
    }
    return { traded, lost, isEnd: false, hasMore: traded + lost + passed < level.total }
  }

  /** How many lots this maker gives, as far as clearing lets it (P17); what it refused is left in `#refusal`. */
  #tradedWith(maker: Order, wanted: number): number {
    const judge = this.#judge
    const most = Math.min(wanted, maker.open)
    if (!judge) return most
    this.#refusal = undefined
    let traded = 0
    while (traded < most) {
      const verdict = judge.judgeFill(maker, this.#taker, (most - traded) as Lots)
      if (typeof verdict !== "number") {
        this.#refusal = verdict
        return traded
      }
      judge.filled(maker, this.#taker, verdict)
      traded += verdict
    }
    return traded
  }
}

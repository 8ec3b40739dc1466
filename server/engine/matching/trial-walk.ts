/** The walk of a trial: what a taker would trade, level by level, without a trace (S3). */

import type { Lots } from "#core/money/units.ts"
import { type Order, shownLots } from "./order.ts"
import type { FillRefusal, Trial, TrialJudge } from "./order-book.ts"
import type { PriceLevel } from "./price-level.ts"

interface Taken {
  traded: number
  lost: number
  /** Of makers that would be gone without a trade. */
  passed: number
  isEnd: boolean
  hasMore: boolean
}

/** A maker with what it shows at its turn, and what it hides behind that. */
interface Turn {
  maker: Order
  lots: number
  hidden: number
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
    const all = level.total + level.hidden
    if (this.#taker.stp === "NONE" && !this.#judge)
      return { traded: Math.min(wanted, all), lost: 0, passed: 0, isEnd: false, hasMore: wanted < all }
    const taken: Taken = { traded: 0, lost: 0, passed: 0, isEnd: false, hasMore: true }
    if (level.hidden > 0) this.#takeParts(level, wanted, taken)
    else
      for (let maker = level.first; maker && taken.traded + taken.lost < wanted; maker = maker.queueNext) {
        this.#serve({ maker, lots: maker.open, hidden: 0 }, wanted, taken)
        if (taken.isEnd) return taken
      }
    if (!taken.isEnd) taken.hasMore = taken.traded + taken.lost + taken.passed < all
    return taken
  }

  /** S19: whose shown part is used up stands again behind everybody, with its next one. */
  #takeParts(level: PriceLevel, wanted: number, taken: Taken): void {
    const turns: Turn[] = []
    for (let maker = level.first; maker; maker = maker.queueNext)
      turns.push({ maker, lots: shownLots(maker), hidden: maker.hidden })
    // It grows while it is walked.
    for (const turn of turns) {
      if (taken.traded + taken.lost >= wanted) return
      const goesOn = this.#serve(turn, wanted, taken)
      if (taken.isEnd) return
      if (!goesOn || turn.hidden === 0) continue
      const lots = Math.min(turn.maker.conditions?.shown ?? turn.hidden, turn.hidden)
      turns.push({ maker: turn.maker, lots, hidden: turn.hidden - lots })
    }
  }

  /** One maker's turn. Answers whether it may have another. */
  #serve({ maker, lots, hidden }: Turn, wanted: number, taken: Taken): boolean {
    const { account, stp, timeInForce } = this.#taker
    const left = wanted - taken.traded - taken.lost
    if (maker.account !== account || stp === "NONE") {
      const traded = this.#tradedWith(maker, Math.min(left, lots))
      taken.traded += traded
      if (this.#refusal?.ends === "taker") taken.isEnd = true
      else if (this.#refusal) taken.passed += lots + hidden - traded
      return !this.#refusal
    }
    if (stp === "EXPIRE_MAKER") {
      taken.passed += lots + hidden
      return false
    }
    if (stp !== "DECREMENT" || timeInForce === "fok") taken.isEnd = true
    else {
      taken.lost += Math.min(left, lots)
      if (taken.traded + taken.lost === wanted) taken.isEnd = true
    }
    return true
  }

  /** How many lots this maker gives, as far as clearing lets it (P17); what it refused is left in `#refusal`. */
  #tradedWith(maker: Order, most: number): number {
    const judge = this.#judge
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

/** One position of an account in one contract, as the engine keeps it (P7). */

import { divideDown } from "#core/money/rounding.ts"
import {
  type Amount,
  type Fine,
  magnitude,
  NO_AMOUNT,
  type Price8,
  UNITS_PER_COIN,
} from "#core/money/units.ts"
import { equityOf } from "#core/position/margin.ts"
import { applyFill, FLAT, type Position as OpenPosition } from "#core/position/position.ts"
import { unrealisedProfit } from "#core/position/profit.ts"
import type { MarginMode, PositionSlot, TargetTerms } from "../../command.ts"
import type { PositionEvent } from "../../event.ts"
import type { PositionSource } from "../../event-log.ts"
import type { Account } from "../../ledger/account.ts"
import type { TargetPairView } from "../../position-record.ts"
import type { Target, TargetPair } from "./target-watch.ts"

/** A fill as a position takes it. */
export interface PositionFill {
  /** Signed base quantity in 1e-8: a buy is above zero. */
  size: Amount
  price: Price8
}

/** Whose position it is, and what is set for it. */
export interface PositionOwner {
  readonly account: Pick<Account, "id">
  readonly instrument: string
  readonly leverage: number
  readonly marginMode: MarginMode
}

function viewPair({ takeProfit, stopLoss, ...pair }: TargetPair): TargetPairView {
  const terms = ({ again: _, ...target }: Target): TargetTerms => target
  return {
    ...pair,
    ...(takeProfit && { takeProfit: terms(takeProfit) }),
    ...(stopLoss && { stopLoss: terms(stopLoss) }),
  }
}

export class Position implements PositionSource {
  readonly #owner: PositionOwner
  readonly slot: PositionSlot
  /** Size, cost and carry: P8 makes a new value of each fill. */
  held: OpenPosition = FLAT
  /** Margin of an isolated position, 1e-8 of the quote. */
  margin: Amount = NO_AMOUNT

  /** P23: kept by `TargetWatch`, which alone changes them. */
  pairs: readonly TargetPair[] = []

  /** Of the command that changed it last. */
  sequence = 0

  constructor(owner: PositionOwner, slot: PositionSlot) {
    this.#owner = owner
    this.slot = slot
  }

  get isOpen(): boolean {
    return this.held.size !== 0n
  }
  /** Signed base quantity in 1e-8. */
  get size(): Amount {
    return this.held.size
  }

  copy(): Position {
    const copy = new Position(this.#owner, this.slot)
    copy.held = this.held
    copy.margin = this.margin
    return copy
  }

  view(): PositionEvent {
    const { account, instrument, leverage, marginMode } = this.#owner
    const { size, cost } = this.held
    const { slot, margin, sequence } = this
    const view: PositionEvent = {
      type: "position",
      account: account.id,
      instrument,
      slot,
      size,
      cost,
      margin,
      marginMode,
      leverage,
      sequence,
    }
    if (this.pairs.length > 0) view.targets = this.pairs.map(viewPair)
    return view
  }

  /** P9. */
  profitAt(price: Price8): Fine {
    return unrealisedProfit(this.held, price)
  }

  /** Unsigned worth at a price, 1e-16 of the quote. */
  worthAt(price: Price8): Fine {
    return magnitude(this.held.size * price) as Fine
  }

  /** P10, of an isolated position: its margin and its own profit. */
  equityAt(price: Price8): Fine {
    return equityOf(this.margin, this.profitAt(price))
  }

  /** P8: takes a fill; answers the profit to post, and what of the fill closed and opened, in 1e-8 of the base. */
  take(fill: PositionFill): { realised: Amount; closed: Amount; opened: Amount } {
    const { position, realised, closed, opened } = applyFill(this.held, fill)
    this.held = position
    return { realised, closed, opened }
  }

  /** Keeps a profit instead of posting it: a house account's is posted by the minute ({@link takeCarry}). */
  keep(realised: Amount): void {
    if (realised === 0n) return
    this.held = { ...this.held, carry: (this.held.carry + realised * UNITS_PER_COIN) as Fine }
  }

  /** Takes the whole units out of what was kept; a fine rest stays. */
  takeCarry(): Amount {
    const { carry } = this.held
    const units = divideDown(carry, UNITS_PER_COIN)
    if (units !== 0n) this.held = { ...this.held, carry: (carry - units * UNITS_PER_COIN) as Fine }
    return units as Amount
  }
}

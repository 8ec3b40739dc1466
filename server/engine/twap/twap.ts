/** Orders that are traded in slices over a time, as the engine keeps them (S20). */

import type { OrderSide } from "#core/instrument/price-rule.ts"
import type { Amount, Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { TwapStatus } from "#core/order/twap.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import { type Due, DueQueue } from "../due-queue.ts"
import { Owned } from "../owned.ts"
import type { AccountId } from "../sender.ts"

/** Why it has ended: all is traded, its time is over, its owner or their countdown ended it, or what a slice was refused for. */
export type TwapEnd = "FILLED" | "TIME" | "OWNER" | "COUNTDOWN" | ProblemName

/** As it stands: plain data. */
export interface TwapView {
  id: number
  account: AccountId
  instrument: string
  side: OrderSide
  quantity: Lots
  executed: Lots
  /** Turnover so far, 1e-8 of the quote. */
  executedQuote: Amount
  price?: Ticks
  reduceOnly?: true
  positionSide?: "long" | "short"
  durationMs: TimeMs
  intervalMs: TimeMs
  isRandom: boolean
  slices: number
  /** Still to be sent, or to be missed. */
  slicesLeft: number
  /** That came to nothing: missed, refused, or without lots. */
  missed: number
  /** What the last slice was refused for, where the next is tried all the same. */
  refusal?: ProblemName
  status: TwapStatus
  end?: TwapEnd
  /** When the next slice is sent; of a paused one how long from its resumption on; of an ended one when it is forgotten. */
  next: TimeMs
  created: TimeMs
  updated: TimeMs
  /** Of the last command that changed it. */
  sequence: number
}

/** As a snapshot has it. */
export interface SavedTwap extends TwapView {
  /** 0 where it isn't random. */
  seed: number
}

/** Told with every change; `isGone`: it is forgotten. */
export interface TwapEvent {
  type: "twap"
  twap: TwapView
  isGone: boolean
}

/** The record itself; `due` is when a timer has to see it. */
export class Twap implements Due<number> {
  readonly view: TwapView
  readonly seed: number
  due: TimeMs
  place = 0

  constructor({ seed, ...view }: SavedTwap) {
    this.view = view
    this.seed = seed
    this.due = view.next
  }

  get key(): number {
    return this.view.id
  }
}

/** All that are kept: those that run, those that are paused, and for a day those that have ended. */
export class Twaps extends Owned<Twap> {
  readonly #queue = new DueQueue<Twap>()

  /** The one that a timer has to see next; undefined without any. */
  get first(): Twap | undefined {
    return this.#queue.first
  }

  /** A new one, or one that was taken out of the queue; a paused one waits for its owner instead. */
  put(twap: Twap): void {
    this.add(twap)
    twap.due = twap.view.next
    if (twap.view.status !== "paused") this.#queue.add(twap)
  }

  /** No timer sees it until it is put back. */
  take(twap: Twap): void {
    if (twap.view.status !== "paused") this.#queue.remove(twap)
  }

  save(): SavedTwap[] {
    return this.list().map(({ view, seed }) => ({ ...view, seed }))
  }

  restore(saved: readonly SavedTwap[]): void {
    for (const each of saved) this.put(new Twap({ ...each }))
  }
}

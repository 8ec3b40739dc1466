/** Scaled orders and icebergs that their owners have paused, as the engine keeps them (S21). */

import type { StpMode } from "#core/instrument/instrument.ts"
import type { OrderSide } from "#core/instrument/price-rule.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { PausableKind } from "#core/order/order-group.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { TargetTerms } from "../command.ts"
import { type Due, DueQueue } from "../due-queue.ts"
import { Owned } from "../owned.ts"
import type { AccountId } from "../sender.ts"

/** Why nothing of it is kept any more: all of it was placed again, or it has ended. */
export type PausedEnd = "RESUMED" | "OWNER" | "COUNTDOWN" | "GTT" | "DELISTED"

/** What remained of one of its orders: with what all of them share, all that places it again. */
export interface PausedPart {
  price: Ticks
  /** What was open of it. */
  quantity: Lots
  /** S19. */
  shown?: Lots
  clientOrderId?: string
  /** S10. */
  reservePrice?: Ticks
  /** P23; `pair`: what its fills before have made, of a part. */
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
  targetsPart?: true
  pair?: number
  /** What it was refused for as it was last resumed. */
  refusal?: ProblemName
}

/** As it stands: plain data, as snapshots have it too. */
export interface PausedView {
  /** Of a scaled order the number of its group, of an iceberg the id of its first order. */
  id: number
  kind: PausableKind
  account: AccountId
  instrument: string
  side: OrderSide
  postOnly: boolean
  stp: StpMode
  reduceOnly?: true
  positionSide?: "long" | "short"
  /** S14, of each of its orders. */
  expiresAt?: TimeMs
  /** What was paused first comes first, then by id. */
  parts: readonly PausedPart[]
  /** When it was paused first. */
  created: TimeMs
  updated: TimeMs
  /** Of the last command that changed it. */
  sequence: number
}

/** Told with every change. */
export interface PausedEvent {
  type: "paused"
  paused: PausedView
  /** It is forgotten. */
  end?: PausedEnd
}

/** The record itself; it is due when its orders' time is over. */
export class PausedGroup implements Due<number> {
  readonly view: PausedView
  place = 0

  constructor(view: PausedView) {
    this.view = view
  }

  get key(): number {
    return this.view.id
  }
  get due(): TimeMs {
    return this.view.expiresAt ?? Number.POSITIVE_INFINITY
  }
}

/** All that are paused. */
export class PausedGroups extends Owned<PausedGroup> {
  /** Of those that are good till a time. */
  readonly #expiries = new DueQueue<PausedGroup>()

  /** The one whose time is over next; undefined without any. */
  get first(): PausedGroup | undefined {
    return this.#expiries.first
  }

  override add(group: PausedGroup): void {
    super.add(group)
    if (group.view.expiresAt !== undefined) this.#expiries.add(group)
  }

  override forget(group: PausedGroup): void {
    super.forget(group)
    if (group.view.expiresAt !== undefined) this.#expiries.remove(group)
  }

  save(): PausedView[] {
    return this.list().map(({ view }) => copyPaused(view))
  }

  restore(saved: readonly PausedView[]): void {
    for (const view of saved) this.add(new PausedGroup(copyPaused(view)))
  }
}

/** Nothing of the copy changes with the record. */
export const copyPaused = (view: PausedView): PausedView => ({
  ...view,
  parts: view.parts.map((part) => ({ ...part })),
})

/** What each user trades in slices over a time, right now, made of committed events (S20). */

import { formatAmount } from "#core/money/steps.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import type { AccountId } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { TwapView } from "#server/engine/twap/twap.ts"
import type { TextsOf } from "./account-rows.ts"

export class TwapModel {
  readonly #textsOf: TextsOf
  readonly #byAccount = new Map<AccountId, Map<number, TwapView>>()

  /** `restored`: those that there were when the server began. */
  constructor(textsOf: TextsOf, restored: readonly TwapView[]) {
    this.#textsOf = textsOf
    for (const view of restored) this.#keep(view)
  }

  /** The events of a committed batch. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type !== "twap") continue
      if (event.isGone) this.#byAccount.get(event.twap.account)?.delete(event.twap.id)
      else this.#keep(event.twap)
    }
  }

  /** Of an account, the newest first; of one market where it is named. */
  rows(account: AccountId, instrument?: string): TwapRow[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])]
      .filter((view) => (instrument ?? view.instrument) === view.instrument)
      .sort((one, other) => other.id - one.id)
      .map((view) => twapRowOf(view, this.#textsOf))
  }

  #keep(view: TwapView): void {
    const own = this.#byAccount.get(view.account) ?? new Map<number, TwapView>()
    this.#byAccount.set(view.account, own.set(view.id, view))
  }
}

/** Ticks, lots and units as text, times in seconds. */
export function twapRowOf(view: TwapView, textsOf: TextsOf): TwapRow {
  const texts = textsOf(view.instrument)
  return {
    id: view.id,
    instrument: view.instrument,
    side: view.side,
    quantity: texts.quantity(view.quantity),
    executed: texts.quantity(view.executed),
    executedQuote: formatAmount(view.executedQuote),
    price: view.price === undefined ? "" : texts.price(view.price),
    reduceOnly: view.reduceOnly ?? false,
    positionSide: view.positionSide ?? "",
    duration: view.durationMs / 1000,
    interval: view.intervalMs / 1000,
    randomise: view.isRandom,
    slices: view.slices,
    slicesLeft: view.slicesLeft,
    missed: view.missed,
    refusal: view.refusal ?? "",
    status: view.status,
    end: view.end ?? "",
    next: view.status === "running" ? view.next : 0,
    created: view.created,
    updated: view.updated,
    sequence: view.sequence,
  }
}

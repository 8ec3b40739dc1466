/**
 * The lights of open positions (P30). Ranking a contract looks at every account in it, so it is ranked anew only after some
 * seconds of engine time, however many ask. Read between two commands: shown, and binds nobody.
 */

import type { TimeMs } from "#core/money/units.ts"
import { deleveragingLight } from "#core/position/deleveraging-rank.ts"
import type { AccountId, PositionSlot } from "../command.ts"
import type { Position } from "../risk/perpetual/position.ts"
import type { EngineState } from "../state.ts"
import { rankNow } from "./deleveraging-ranks.ts"

/** A rank is shown for so long, and for so much longer for each position in it. */
const RANKED_FOR_MS = 5_000
const RANKED_LONGER_MS = 1

interface Ranked {
  until: TimeMs
  lights: ReadonlyMap<Position, number>
}

export class DeleveragingLights {
  readonly #state: EngineState
  readonly #ranked = new Map<string, Ranked>()

  constructor(state: EngineState) {
    this.#state = state
  }

  /** From 1 to 5, 5 being among the first fifth; undefined: opened since the contract was ranked last, or without a mark. */
  of({
    account,
    instrument,
    slot,
  }: {
    account: AccountId
    instrument: string
    slot: PositionSlot
  }): number | undefined {
    const { clearings, log } = this.#state
    const position = clearings.perpetual.accounts.known(account)?.known(instrument)?.positions[slot]
    if (!position?.isOpen) return undefined
    const { now } = log
    let ranked = this.#ranked.get(instrument)
    if (!ranked || now >= ranked.until) {
      const lights = this.#rank(instrument)
      ranked = { until: now + RANKED_FOR_MS + RANKED_LONGER_MS * lights.size, lights }
      this.#ranked.set(instrument, ranked)
    }
    return ranked.lights.get(position)
  }

  #rank(instrument: string): ReadonlyMap<Position, number> {
    const prices = this.#state.clearings.perpetual.pricesIfAny(instrument)
    const lights = new Map<Position, number>()
    if (!prices) return lights
    for (const isLong of [true, false]) {
      const rank = rankNow(this.#state, prices, isLong)
      for (const [place, { position }] of rank.entries())
        lights.set(position, deleveragingLight(place, rank.length))
    }
    return lights
  }
}

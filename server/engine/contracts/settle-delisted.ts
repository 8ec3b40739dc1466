/** The end of a contract: its positions are settled at the mean of the index (N5). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, magnitude } from "#core/money/units.ts"
import type { EngineState } from "../state.ts"
import { coverAdvance } from "./cover-advance.ts"

/** Without a fee, by account; what an account lacks then is the fund's. Its prices stop: nothing asks for them any more. */
export function settleDelisted(state: EngineState, instrument: PerpetualInstrument): void {
  const { id } = instrument
  for (const name of ["mark", "premium", "funding"] as const) state.timers.remove(name, id)
  const { perpetual } = state.clearings
  const price = state.pricings.get(id)?.closingPrice(instrument)
  const parts = [...perpetual.accounts.partsWithPositions(id)]
  if (price === undefined) {
    if (parts.length > 0) throw new Error(`${id} has positions and never had a price`)
    return
  }
  for (const part of parts) {
    for (const position of part.openPositions()) {
      const { size, slot } = position
      perpetual.move(part, position, { size: -size as Amount, price, kind: "settlement" })
      if (part.account.isHouse) continue
      state.log.push({
        type: "settled",
        account: part.account.id,
        instrument: id,
        slot,
        size: magnitude(size) as Amount,
        price,
        time: state.log.now,
      })
    }
    if (!part.account.isHouse) coverAdvance(state, part.owner)
  }
}

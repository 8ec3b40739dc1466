/** How near positions are to their liquidation, for whoever asks to be warned (P10). Read between two commands: it binds nobody. */

import type { Fine } from "#core/money/units.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { AccountId } from "../command.ts"
import { solvencyOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"

/** In 1e-16 of the quote. */
interface MarginStanding {
  maintenance: Fine
  equity: Fine
}

/**
 * Of the whole cross account where `instrument` is empty, else of its isolated position in that contract, in hedge mode of the one nearer
 * to its liquidation. Undefined: there is none.
 */
export function marginStandingOf(
  { clearings: { perpetual } }: EngineState,
  account: AccountId,
  instrument: string,
): MarginStanding | undefined {
  const own = perpetual.accounts.known(account)
  if (!own) return undefined
  if (instrument === "") {
    const { maintenance, equity } = solvencyOf(own, perpetual.pricesOf)
    return maintenance === 0n ? undefined : { maintenance, equity }
  }
  const part = own.known(instrument)
  const prices = perpetual.pricesIfAny(instrument)
  if (!part?.isIsolated || !prices) return undefined
  const { mark, tiers } = prices
  const standings = part.slots
    .filter(({ isOpen }) => isOpen)
    .map((position) => ({
      maintenance: maintenanceMargin(tiers, position.worthAt(mark)),
      equity: position.equityAt(mark),
    }))
  const [first, second] = standings
  if (!first || !second) return first
  return first.maintenance * second.equity >= second.maintenance * first.equity ? first : second
}

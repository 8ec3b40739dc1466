/** What the fund and the house's maker have, with what their contracts make of it (P29, C7). */

import { type Amount, type Fine, fineOf, NO_FINE } from "#core/money/units.ts"
import { type AccountId, FUND_ACCOUNT, HOUSE_MAKER } from "../command.ts"
import { SETTLEMENT } from "../risk/perpetual/perpetual-clearing.ts"
import { type Solvency, solvencyOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"

type Stands = Pick<Solvency, "equity" | "maintenance">
const NOTHING = { unrealised: NO_FINE, maintenance: NO_FINE }

/** P29: the fund as one cross account, whose cash is the account `insurance`; 1e-16 of the quote. */
export const fundStanding = (state: EngineState): Stands =>
  standingOfHouse(state, FUND_ACCOUNT, state.ledger.systemBalance("insurance", SETTLEMENT))

/**
 * C7: the maker's, of all its contracts; 1e-16 of the quote. Undefined while one of them has no mark yet: the house trades
 * with itself before there is one.
 */
export function makerStanding(state: EngineState): Stands | undefined {
  const { perpetual } = state.clearings
  const own = perpetual.accounts.known(HOUSE_MAKER)
  for (const part of own?.parts() ?? [])
    if (part.hasPosition() && !perpetual.pricesIfAny(part.instrument)) return undefined
  const wallet = own?.wallet
  return standingOfHouse(state, HOUSE_MAKER, wallet ? wallet.available - wallet.advance : 0n)
}

function standingOfHouse({ clearings }: EngineState, account: AccountId, cash: bigint): Stands {
  const { accounts, pricesOf } = clearings.perpetual
  const own = accounts.known(account)
  const { unrealised, maintenance } = own ? solvencyOf(own, pricesOf) : NOTHING
  // A house account's profits wait in its positions until they are posted by the minute.
  let carried = 0n
  for (const part of own?.parts() ?? []) carried += part.positions.net.held.carry
  return { equity: (fineOf(cash as Amount) + carried + unrealised) as Fine, maintenance }
}

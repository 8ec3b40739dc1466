/** O5 as far as it concerns one user: the same check in ticket and engine, in the order of the refusals. */

import { formatAmount } from "../money/steps.ts"
import type { Amount } from "../money/units.ts"
import type { Problem } from "../wire/problem.ts"

/** Of a user, for all indexes together. */
export const OPEN_CONTRACTS_MAX = 20
/** 1e-8 of the quote: open stakes of a user, together. */
export const OPEN_STAKES_MAX = 2_000_000_000_000n as Amount
/** 1e-8 of the quote: open profits of one direction on one index, of all users (O5); the usual setting. */
export const EXPOSURE_LIMIT = 10_000_000_000_000n as Amount

/** What a user has open and has lost, 1e-8 of the quote. */
export interface StakeStanding {
  openContracts: number
  openStakes: Amount
  /** Stakes lost less profits won of the UTC day; below zero they won. */
  dayLoss: Amount
  /** The daily loss limit in force; undefined: none. */
  lossLimit: Amount | undefined
}

/** So much of a limit is used by the day: a day that won gives no room for more (O5). */
export const countedLoss = ({ dayLoss }: Pick<StakeStanding, "dayLoss">): Amount =>
  (dayLoss > 0n ? dayLoss : 0n) as Amount

/**
 * O5: 20 open, the stake's range, open stakes, and the daily loss, where each open stake counts as if it were lost: so no
 * outcome breaks the limit. Undefined: it may open.
 */
export function checkStake(
  standing: StakeStanding,
  stake: Amount,
  { minStake, maxStake }: { minStake: Amount; maxStake: Amount },
): Problem | undefined {
  const { openContracts, openStakes, lossLimit } = standing
  if (openContracts >= OPEN_CONTRACTS_MAX)
    return { name: "OPEN_CONTRACTS", values: { limit: OPEN_CONTRACTS_MAX } }
  if (stake < minStake || stake > maxStake)
    return { name: "STAKE_RANGE", values: { min: formatAmount(minStake), max: formatAmount(maxStake) } }
  if (openStakes + stake > OPEN_STAKES_MAX)
    return {
      name: "OPEN_STAKES",
      values: { open: formatAmount(openStakes), limit: formatAmount(OPEN_STAKES_MAX) },
    }
  const loss = countedLoss(standing)
  if (lossLimit !== undefined && loss + openStakes + stake > lossLimit)
    return {
      name: "DAILY_LOSS",
      values: { lost: formatAmount(loss), open: formatAmount(openStakes), limit: formatAmount(lossLimit) },
    }
  return undefined
}

/** What stands in the form of a second contract: what would be sent, and what stands against it. Plain functions. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { readTypedAmount } from "#core/money/typed-decimal.ts"
import type { Amount } from "#core/money/units.ts"
import { secondProfit } from "#core/second/second-contract.ts"
import { checkStake, countedLoss, OPEN_STAKES_MAX, type StakeStanding } from "#core/second/stake-limits.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { SecondMarket } from "#core/wire/market.ts"
import type { optionLimit } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { type FieldProblem, readAmount } from "../../ticket/field-reading.ts"

export type Period = SecondMarket["periods"][number]
export type LimitAnswer = ResponseOf<typeof optionLimit>

/** The period that was chosen where the market has it, else its first. */
export const periodOf = (market: SecondMarket, seconds: number): Period | undefined =>
  market.periods.find((period) => period.seconds === seconds) ?? market.periods[0]

/** What the user has open by the private rows, and has lost by the server's sum of the day. */
export function standingOf(
  running: readonly Pick<SecondContract, "stake">[],
  limit: Pick<LimitAnswer, "limit" | "lost" | "won"> | undefined,
): StakeStanding {
  return {
    openContracts: running.length,
    openStakes: running.reduce((sum, { stake }) => sum + unitsOf(stake), 0n) as Amount,
    dayLoss: (limit ? unitsOf(limit.lost) - unitsOf(limit.won) : 0n) as Amount,
    lossLimit: limit === undefined || limit.limit === "" ? undefined : unitsOf(limit.limit),
  }
}

export interface SecondInput {
  typed: string
  mark: DecimalMark
  period: Period
  standing: StakeStanding
  /** 1e-8; undefined while unknown. */
  available: Amount | undefined
}

/** `lacks`: the money isn't there, and a transfer would help. */
type StakeProblem = FieldProblem | { kind: "lacks" }

export interface SecondDraft {
  /** 1e-8; undefined while empty or wrong. */
  stake: Amount | undefined
  /** As it is sent. */
  stakeText: string | undefined
  /** 1e-8: paid beside the stake for a right answer. */
  profit: Amount | undefined
  problem: StakeProblem | undefined
}

/** In the order of the refusals: what was typed, the limits (O5), the money. */
export function secondDraft({ typed, mark, period, standing, available }: SecondInput): SecondDraft {
  const { units, problem: unread } = readAmount(typed, mark)
  if (units === undefined)
    return { stake: undefined, stakeText: undefined, profit: undefined, problem: unread }
  const stake = units as Amount
  const profit = secondProfit(stake, unitsOf(period.payoutRate))
  const bounds = { minStake: unitsOf(period.minStake), maxStake: unitsOf(period.maxStake) }
  const refused = checkStake(standing, stake, bounds)
  const problem: StakeProblem | undefined = refused
    ? { kind: "refusal", problem: refused }
    : available !== undefined && stake > available
      ? { kind: "lacks" }
      : undefined
  return { stake, stakeText: formatAmount(stake), profit, problem }
}

/** The most that may be staked now; 0 where nothing may. */
export function largestStake({ period, standing, available }: Omit<SecondInput, "typed" | "mark">): Amount {
  const { openStakes, lossLimit } = standing
  const rooms = [unitsOf(period.maxStake), (OPEN_STAKES_MAX - openStakes) as bigint]
  if (lossLimit !== undefined) rooms.push(lossLimit - countedLoss(standing) - openStakes)
  if (available !== undefined) rooms.push(available)
  const least = rooms.reduce((one, other) => (other < one ? other : one))
  return (least < unitsOf(period.minStake) ? 0n : least) as Amount
}

/** Round amounts within the range of the period, at most three, of which "the most" is told apart. */
export function quickStakes({ minStake, maxStake }: Period): string[] {
  const [least, most] = [unitsOf(minStake), unitsOf(maxStake)]
  return ["10", "50", "100"].filter((stake) => unitsOf(stake) >= least && unitsOf(stake) <= most)
}

/** The next stake by a step up or down, within the range: round by its size, so that a press is worth something. */
export function steppedStake(typed: string, mark: DecimalMark, steps: number, period: Period): string {
  const [least, most] = [unitsOf(period.minStake), unitsOf(period.maxStake)]
  const read = readTypedAmount(typed, mark)
  const from = read.kind === "number" ? (read.units as bigint) : 0n
  const unit = stepOf(from, steps)
  const next = from + BigInt(steps) * unit
  return formatAmount(next < least ? least : next > most ? most : next)
}

const COIN = 100_000_000n
function stepOf(from: bigint, steps: number): bigint {
  // Downwards from a round figure the step is that of the figures below it.
  const at = steps < 0 ? from - 1n : from
  if (at < 20n * COIN) return COIN
  if (at < 100n * COIN) return 5n * COIN
  return at < 1000n * COIN ? 10n * COIN : 100n * COIN
}

/** How far the open price may lie from the one that was seen: a thousandth of it, in the decimals of the tick, at least five ticks. */
export function maxMoveOf(seen: string, tick: string): string {
  const step = unitsOf(tick)
  const thousandth = unitsOf(seen) / 1000n
  const move = thousandth > 5n * step ? (thousandth / step) * step : 5n * step
  return formatAmount(move)
}

/** Why nothing can be opened now, whatever stands in the form; the worst first. */
export type ShutReason = "offline" | "halted" | "clock" | "stale" | "account"

interface Surroundings {
  connection: { state: string; clockError: number | null }
  isStale: boolean
  isOpen: boolean
  isAccountLive: boolean
}

export function shutReason({
  connection,
  isStale,
  isOpen,
  isAccountLive,
}: Surroundings): ShutReason | undefined {
  if (connection.state !== "open") return "offline"
  if (!isOpen) return "halted"
  if (isStale) return "stale"
  if (connection.clockError === null) return "clock"
  return isAccountLive ? undefined : "account"
}

/** A clock that may be wrong by more is told, with the figure; ms. */
export const CLOCK_ERROR_MAX_MS = 250

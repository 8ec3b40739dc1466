/**
 * Checks the result of a second contract by what anyone can fetch (O6): reads the hour files, computes the chain of hashes
 * anew, finds the ticks that the record names, and applies the rules to them (O1–O3). Trusts nothing that it can compute.
 */

import { formatAmount, unitsOf } from "../money/steps.ts"
import type { Price8, TimeMs } from "../money/units.ts"
import type { SecondContract, TickRow } from "../wire/second.ts"
import { type ChainedTick, type ChainParts, checkChain } from "./check-chain.ts"
import { CHECK_STEPS, type CheckFault, type CheckStepName } from "./check-fault.ts"
import {
  OPEN_TICK_AGE_MS,
  paidBack,
  refundDue,
  type SecondOutcome,
  secondProfit,
  settledBy,
  type TickRef,
} from "./second-contract.ts"
import { hourOf } from "./tick-line.ts"

/** Without a fault it holds; `isTaken` is false where an earlier fault leaves nothing to check it by. */
export interface CheckStep {
  name: CheckStepName
  isTaken: boolean
  fault?: CheckFault
}

/** The record as the wire tells it, the hours that hold its ticks, their files. */
export type CheckParts = Omit<ChainParts, "index"> & { contract: SecondContract }

/** All steps in their order; after the first fault the rest are not taken. Rejects only where `sha256` does. */
export async function checkResult({ contract, ...parts }: CheckParts): Promise<CheckStep[]> {
  const chain = await checkChain({ index: contract.index, ...parts })
  const wrong = chain.step ? chain : ruleFault(contract, chain.ticks)
  let isTaken = true
  return CHECK_STEPS.map((name) => {
    if (name !== wrong?.step) return { name, isTaken }
    isTaken = false
    return { name, isTaken: true, fault: wrong.fault }
  })
}

type Ticks = ReadonlyMap<number, ChainedTick>

function ruleFault(
  contract: SecondContract,
  ticks: Ticks,
): { step: CheckStepName; fault: CheckFault } | undefined {
  const rules = [
    ["ticks", missingTick],
    ["opening", openingFault],
    ["expiry", expiryFault],
    ["outcome", outcomeFault],
    ["payment", paymentFault],
  ] as const
  for (const [step, check] of rules) {
    const fault = check(contract, ticks)
    if (fault) return { step, fault }
  }
  return undefined
}

/** Whether all steps hold. */
export const isProven = (steps: readonly CheckStep[]): boolean =>
  steps.every(({ isTaken, fault }) => isTaken && !fault)

function missingTick(contract: SecondContract, ticks: Ticks): CheckFault | undefined {
  if (contract.status === "open" || contract.before === null) return { reason: "not-settled" }
  for (const tick of [contract.open, contract.before, contract.settle]) {
    if (tick === null) continue
    const found = ticks.get(tick.seq)
    const place = { hour: hourOf(tick.time), seq: tick.seq }
    if (!found) return { reason: "missing-tick", ...place }
    if (tick.time !== found.time || unitsOf(tick.price) !== unitsOf(found.price))
      return {
        ...{ reason: "other-tick", ...place, hour: found.hour, line: found.line },
        ...{ expected: textOf(tick), found: textOf(found) },
      }
  }
  return undefined
}

const textOf = ({ time, price }: { time: TimeMs; price: string }) => `${time} ${price}`

/** O1. Of one millisecond the order of the numbers counts: a tick of the very moment may have come behind. */
function openingFault(contract: SecondContract, ticks: Ticks): CheckFault | undefined {
  const { open, opened, expiry, seconds } = contract
  const place = { hour: hourOf(open.time), seq: open.seq }
  if (open.time > opened)
    return { reason: "wrong-side", ...place, expected: `≤ ${opened}`, found: String(open.time) }
  if (opened - open.time > OPEN_TICK_AGE_MS)
    return {
      reason: "too-old",
      ...place,
      expected: `≥ ${opened - OPEN_TICK_AGE_MS}`,
      found: String(open.time),
    }
  const next = ticks.get(open.seq + 1)
  if (next && next.time < opened)
    return {
      ...{ reason: "not-the-last", hour: next.hour, line: next.line, seq: next.seq },
      ...{ expected: `≥ ${opened}`, found: String(next.time) },
    }
  const due = opened + seconds * 1000
  if (due !== expiry) return { reason: "other-period", expected: String(due), found: String(expiry) }
  return undefined
}

function expiryFault(contract: SecondContract, ticks: Ticks): CheckFault | undefined {
  const { before, settle, expiry } = contract
  if (!before) return { reason: "not-settled" }
  if (before.time >= expiry)
    return {
      ...{ reason: "wrong-side", hour: hourOf(before.time), seq: before.seq },
      ...{ expected: `< ${expiry}`, found: String(before.time) },
    }
  if (!settle) return waitedFault(before, expiry, ticks)
  if (settle.time < expiry)
    return {
      ...{ reason: "wrong-side", hour: hourOf(settle.time), seq: settle.seq },
      ...{ expected: `≥ ${expiry}`, found: String(settle.time) },
    }
  if (settle.seq === before.seq + 1) return undefined
  const between = ticks.get(before.seq + 1)
  return {
    ...{ reason: "tick-between", seq: before.seq + 1 },
    ...(between && { hour: between.hour, line: between.line }),
  }
}

/** O3 by timer: no tick may have come before it fired. */
function waitedFault(before: TickRow, expiry: TimeMs, ticks: Ticks): CheckFault | undefined {
  const next = ticks.get(before.seq + 1)
  const due = refundDue(expiry, before.time)
  if (!next || next.time >= due) return undefined
  return {
    ...{ reason: "tick-between", hour: next.hour, line: next.line, seq: next.seq },
    ...{ expected: `≥ ${due}`, found: String(next.time) },
  }
}

/** O2, O3. */
function outcomeFault(contract: SecondContract): CheckFault | undefined {
  const { direction, open, before, settle, expiry, status } = contract
  const outcome: SecondOutcome =
    before && settle
      ? settledBy({ direction, open: refOf(open), expiry }, refOf(before), refOf(settle))
      : "refunded"
  if (outcome === status) return undefined
  return { reason: "other-status", expected: outcome, found: status }
}

const refOf = ({ seq, time, price }: TickRow): TickRef => ({
  seq,
  time,
  price: unitsOf(price) as bigint as Price8,
})

function paymentFault(contract: SecondContract): CheckFault | undefined {
  const { stake, payoutRate, profit, status, paid } = contract
  const [staked, rate] = [unitsOf(stake), unitsOf(payoutRate)]
  const gain = secondProfit(staked, rate)
  const other = (expected: bigint, found: string): CheckFault => ({
    ...{ reason: "other-amount", expected: formatAmount(expected), found },
  })
  if (unitsOf(profit) !== gain) return other(gain, profit)
  const back = paidBack(status as SecondOutcome, staked, gain)
  return paid === "" || unitsOf(paid) !== back ? other(back, paid) : undefined
}

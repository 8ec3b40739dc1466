/**
 * Take-profit and stop-loss of a position, whole or in parts: what is typed, as a price, in percent of the entry or as an
 * amount of money, what each would realise, and what is sent (P23). Plain functions.
 */

import { divideDown } from "#core/money/rounding.ts"
import { fineUnitsOf, formatAmount, signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { type Amount, type Fine, fineOf, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { TargetName, TargetUnit } from "#core/position/order-targets.ts"
import { priceForProfit, stopLossAt, takeProfitAt } from "#core/position/target-price.ts"
import type { Position, TargetPair } from "#core/wire/contract.ts"
import type { setPositionTargets } from "#core/wire/contract-close-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { realisedAt } from "../../amounts/realised-at.ts"
import { type FieldProblem, readAmount, readSteps } from "../../ticket/field-reading.ts"

type TargetsRequest = AskOf<typeof setPositionTargets>

export interface TargetDraft {
  /** Percent: of the entry. */
  unit: TargetUnit
  /** As typed; empty: none. */
  value: string
  /** Which price has to reach it. */
  source: TriggerSource
  type: "market" | "limit"
  /** As typed; of a limit. */
  limit: string
}

export interface TargetsDraft extends Record<TargetName, TargetDraft> {
  /** As typed; of a part. */
  amount: string
}

/** Which pair is set: that for all of the position, one for a part by its id, or a part that isn't there yet. */
export type PairChoice = "whole" | "further" | number

/** The pair for all of the position. */
export const wholePair = ({ targets }: Pick<Position, "targets">): TargetPair | undefined =>
  targets.find(({ quantity }) => quantity === "")

export const partPairs = ({ targets }: Pick<Position, "targets">): TargetPair[] =>
  targets.filter(({ quantity }) => quantity !== "")

export const pairOf = (position: Position, choice: PairChoice): TargetPair | undefined =>
  choice === "whole" ? wholePair(position) : partPairs(position).find(({ id }) => id === choice)

/** A pair as it stands, as it would be typed. `write`: a wire decimal in the reader's marks. */
export function draftOf(pair: TargetPair | undefined, write: (text: string) => string): TargetsDraft {
  const target = (name: TargetName): TargetDraft => {
    const { price = "", source = "mark", limit = "" } = pair?.[name] ?? {}
    const type = limit === "" ? "market" : "limit"
    return { unit: "price", value: write(price), source, type, limit: write(limit) }
  }
  return {
    amount: write(pair?.quantity ?? ""),
    takeProfit: target("takeProfit"),
    stopLoss: target("stopLoss"),
  }
}

interface TargetsScene {
  /** In 1e-8. */
  tick: bigint
  lot: bigint
  decimalMark: DecimalMark
}

export interface TargetReading {
  problem?: FieldProblem | undefined
  limitProblem?: FieldProblem | undefined
  /** Where it fires, as a wire decimal. */
  price?: string | undefined
  /** What it would realise at its price, a limit at worst; fees apart, as a wire decimal. */
  realised?: string | undefined
  /** What it would realise at its price, whatever its limit; fees apart, as a wire decimal. */
  realisedAtPrice?: string | undefined
  terms?: TargetsRequest["takeProfit"] | undefined
}

export interface TargetsReading extends Record<TargetName, TargetReading> {
  /** Of the part's amount: more than there is can't be closed. */
  problem?: FieldProblem | { kind: "too-much" } | undefined
  /** Whole percent of the position, down. */
  percent: number
  /** Undefined: something is wrong or missing. */
  request?: Pick<TargetsRequest, "pair" | "quantity" | TargetName>
}

export function readTargets(
  position: Position,
  { choice, draft }: { choice: PairChoice; draft: TargetsDraft },
  scene: TargetsScene,
): TargetsReading {
  const all = unitsOf(position.quantity)
  const isPart = choice !== "whole"
  const amount = isPart ? readSteps(draft.amount, scene.decimalMark, scene.lot, "LOT") : {}
  const quantity = (isPart ? BigInt(amount.steps ?? 0) * scene.lot : all) as Amount
  const percent = all === 0n ? 0 : Math.min(100, Number((quantity * 100n) / all))
  const problem = amount.problem ?? (quantity > all ? { kind: "too-much" as const } : undefined)
  const read = (name: TargetName) => readTarget(position, { name, draft: draft[name], quantity }, scene)
  const [takeProfit, stopLoss] = [read("takeProfit"), read("stopLoss")]
  const reading: TargetsReading = { takeProfit, stopLoss, problem, percent }
  const isWrong = [takeProfit, stopLoss].some((one) => one.problem || one.limitProblem || isUnread(one))
  const hasOne = takeProfit.terms !== undefined || stopLoss.terms !== undefined
  if (problem || isWrong || !hasOne || quantity === 0n) return reading
  reading.request = {
    ...(typeof choice === "number" && { pair: choice }),
    ...(amount.text && { quantity: amount.text as NonNullable<TargetsRequest["quantity"]> }),
    ...(takeProfit.terms && { takeProfit: takeProfit.terms }),
    ...(stopLoss.terms && { stopLoss: stopLoss.terms }),
  }
  return reading
}

/** A limit is chosen, and not typed yet. */
const isUnread = ({ price, terms }: TargetReading): boolean => price !== undefined && terms === undefined

interface AskedTarget {
  name: TargetName
  draft: TargetDraft
  /** Of the position, that it closes. */
  quantity: Amount
}

function readTarget(position: Position, asked: AskedTarget, scene: TargetsScene): TargetReading {
  const { draft, quantity } = asked
  const { price, problem } = readPrice(position, asked, scene)
  if (price === undefined) return { problem }
  const limit =
    draft.type === "limit" ? readSteps(draft.limit, scene.decimalMark, scene.tick, "TICK") : undefined
  const at = (text: string) => (quantity === 0n ? undefined : realisedAt(position, quantity, text))
  const reading: TargetReading = {
    ...{ price, realised: at(limit?.text ?? price), realisedAtPrice: at(price) },
    limitProblem: limit?.problem,
  }
  if (limit && limit.text === undefined) return reading
  type Terms = NonNullable<TargetsRequest["takeProfit"]>
  return {
    ...reading,
    terms: {
      ...{ price: price as Terms["price"], source: draft.source },
      ...(limit && { limit: limit.text as NonNullable<Terms["limit"]> }),
    },
  }
}

/** Neither: nothing is typed, or what it means isn't known yet. */
function readPrice(
  position: Position,
  { name, draft, quantity }: AskedTarget,
  { tick, decimalMark }: TargetsScene,
): { price?: string | undefined; problem?: FieldProblem | undefined } {
  if (draft.unit === "price") {
    const { text, problem } = readSteps(draft.value, decimalMark, tick, "TICK")
    return { price: text, problem }
  }
  const { units, problem } = readAmount(draft.value, decimalMark)
  if (units === undefined || (draft.unit === "money" && quantity === 0n)) return { problem }
  const found =
    draft.unit === "percent"
      ? priceByPercent(position, { name, percent: units, tick })
      : priceByMoney(position, { name, money: units, quantity, tick })
  return found === undefined ? { problem: { kind: "no-price" } } : { price: formatAmount(found) }
}

/** `percent` in 1e-8: of the entry. */
function priceByPercent(
  { side, entryPrice }: Position,
  { name, percent, tick }: { name: TargetName; percent: bigint; tick: bigint },
): Price8 | undefined {
  const terms = { isLong: side === "long", entry: unitsOf(entryPrice) as bigint as Price8, tick }
  const rate = divideDown(percent, 100n)
  return name === "takeProfit" ? takeProfitAt(terms, rate) : stopLossAt(terms, rate)
}

/** `money` in 1e-8 of the quote: gained by the take-profit, lost by the stop-loss. */
function priceByMoney(
  position: Position,
  { name, money, quantity, tick }: { name: TargetName; money: bigint; quantity: Amount; tick: bigint },
): Price8 | undefined {
  const all = unitsOf(position.quantity)
  if (all === 0n) return undefined
  const size = (position.side === "long" ? quantity : -quantity) as Amount
  const cost = divideDown(fineUnitsOf(position.cost) * quantity, all) as Fine
  const profit = fineOf((name === "takeProfit" ? money : -money) as Amount)
  return priceForProfit({ size, cost }, profit, tick)
}

/** The same target in another unit, as near as it can be told: a wire decimal, empty where it can't. */
export function convertTarget(
  { side, entryPrice }: Pick<Position, "side" | "entryPrice">,
  { name, unit }: { name: TargetName; unit: TargetUnit },
  { price, realisedAtPrice = "" }: TargetReading,
): string {
  if (price === undefined) return ""
  if (unit === "price") return price
  const entry: bigint = unitsOf(entryPrice)
  const isUp = (name === "takeProfit") === (side === "long")
  const away = (unitsOf(price) - entry) * (isUp ? 1n : -1n)
  // A stop that already keeps a profit, say, is neither a percentage of loss nor a loss.
  if (entry === 0n || away <= 0n) return ""
  if (unit === "percent") return formatAmount(((away * 10_000n) / entry) * (UNITS_PER_COIN / 100n))
  const money = signedUnitsOf(realisedAtPrice) * (name === "takeProfit" ? 1n : -1n)
  // The entry is rounded: right beside it the sign of the money may be another.
  return money <= 0n ? "" : formatAmount(money).replace(/(\.\d{2})\d+$/, "$1")
}

/**
 * How a contract account stands at the marks: profit, margin ratio and liquidation price of each position, and what all
 * of it comes to. By the formulas that the engine uses (P9, P10, P12, P15, P25); all of it is counted, nothing rounded.
 */

import {
  type Amount,
  type Fine,
  fineOf,
  magnitude,
  NO_AMOUNT,
  NO_FINE,
  type Price8,
} from "#core/money/units.ts"
import { liquidationPrice } from "#core/position/liquidation-price.ts"
import {
  crossRequirement,
  equityOf,
  freeMargin,
  hedgeExposure,
  marginRatio,
  notionalAt,
  oneWayExposure,
  withdrawable,
} from "#core/position/margin.ts"
import { type MarginTier, maintenanceMargin } from "#core/position/margin-tiers.ts"
import { countedFee, openLoss } from "#core/position/order-cost.ts"
import { returnOnEquity, unrealisedProfit } from "#core/position/profit.ts"

/** What is known of a contract now. */
export interface ContractTerms {
  mark: Price8
  tiers: readonly MarginTier[]
  /** In 1e-8 of the quote. */
  tick: bigint
}
/** Undefined: not listed, or without a mark so far. */
export type TermsOf = (instrument: string) => ContractTerms | undefined

export interface HeldPosition {
  id: number
  instrument: string
  isIsolated: boolean
  isHedged: boolean
  leverage: number
  /** Signed, in 1e-8 of the base. */
  size: Amount
  cost: Fine
  /** Of an isolated one. */
  margin: Amount
}

/** An order in the book that may open, of a cross contract: what it needs is counted. */
export interface OpenOrder {
  instrument: string
  isHedged: boolean
  leverage: number
  /** Signed, in 1e-8 of the base: what is open of it. */
  size: Amount
  price: Price8
  /** In 1e-8. */
  takerRate: bigint
}

export interface ContractHoldings {
  positions: readonly HeldPosition[]
  orders: readonly OpenOrder[]
  /** Cash that isn't lent (WB). */
  cash: Amount
}

export interface PositionFigures {
  mark: Price8
  unrealised: Fine
  /** In 1e-8; of a cost of zero 0. */
  roe: bigint
  /** Notional at the mark, unsigned. */
  notional: Fine
  maintenance: Fine
  /** Of the position where it is isolated, else of the account; in 1e-8, down. Undefined: no equity is left. */
  ratio: bigint | undefined
  /** Undefined: none. */
  liquidation: Price8 | undefined
}

export interface AccountFigures {
  /** Of all positions. */
  unrealised: Fine
  /** Of what all cross positions stand on. */
  equity: Fine
  /** P10 of the cross account, in 1e-8; 0 without a cross position, undefined without equity. */
  ratio: bigint | undefined
  /** P12 of all cross contracts. */
  requirements: Fine
  /** P15; below zero: something is missing. */
  free: Fine
  /** P16. */
  movable: Amount
  /** Positions whose ratio is 100 % or more. */
  liquidated: number
}

/** How each position stands, by its id; one whose contract, or a cross one whose account, can't be counted is left out. */
export function positionFigures(
  { positions, cash }: ContractHoldings,
  termsOf: TermsOf,
): Map<number, PositionFigures> {
  const cross = crossSums(positions, cash, termsOf)
  const figures = new Map<number, PositionFigures>()
  for (const position of positions) {
    const terms = termsOf(position.instrument)
    if (!terms || (!position.isIsolated && !cross)) continue
    const { mark, tiers } = terms
    const unrealised = unrealisedProfit(position, mark)
    const notional = notionalAt(position.size, mark)
    const maintenance = maintenanceMargin(tiers, notional)
    const risk =
      position.isIsolated || !cross
        ? { equity: equityOf(position.margin, unrealised), maintenance }
        : { equity: cross.equity, maintenance: cross.maintenance }
    figures.set(position.id, {
      ...{ mark, unrealised, notional, maintenance },
      roe: returnOnEquity(position, mark, position.leverage) ?? 0n,
      ratio: marginRatio(risk.maintenance, risk.equity),
      liquidation: liquidationOf(position, positions, { terms, cross }),
    })
  }
  return figures
}

/** What all of it comes to; undefined while a contract of it can't be counted. */
export function accountFigures(holdings: ContractHoldings, termsOf: TermsOf): AccountFigures | undefined {
  const { positions, orders, cash } = holdings
  const cross = crossSums(positions, cash, termsOf)
  const requirements = requirementsOf(positions, orders, termsOf)
  if (!cross || requirements === undefined) return undefined
  let unrealised = 0n
  let liquidated = 0
  for (const position of positions) {
    const terms = termsOf(position.instrument)
    if (!terms) return undefined
    const profit = unrealisedProfit(position, terms.mark)
    unrealised += profit
    const maintenance = maintenanceMargin(terms.tiers, notionalAt(position.size, terms.mark))
    const [needed, equity] = position.isIsolated
      ? [maintenance, equityOf(position.margin, profit)]
      : [cross.maintenance, cross.equity]
    if (needed >= equity) liquidated += 1
  }
  const account = { available: cash, advance: NO_AMOUNT, unrealised: cross.unrealised, requirements }
  return {
    unrealised: unrealised as Fine,
    equity: cross.equity,
    ratio: marginRatio(cross.maintenance, cross.equity),
    requirements,
    free: freeMargin(account),
    movable: withdrawable(account),
    liquidated,
  }
}

interface CrossSums {
  unrealised: Fine
  maintenance: Fine
  equity: Fine
}

function crossSums(
  positions: readonly HeldPosition[],
  cash: Amount,
  termsOf: TermsOf,
): CrossSums | undefined {
  let unrealised = 0n
  let maintenance = 0n
  for (const position of positions) {
    if (position.isIsolated) continue
    const terms = termsOf(position.instrument)
    if (!terms) return undefined
    unrealised += unrealisedProfit(position, terms.mark)
    maintenance += maintenanceMargin(terms.tiers, notionalAt(position.size, terms.mark))
  }
  return {
    unrealised: unrealised as Fine,
    maintenance: maintenance as Fine,
    equity: equityOf(cash, unrealised as Fine),
  }
}

/** P25: isolated by itself, cross with all cross positions of its contract, all other marks standing still. */
function liquidationOf(
  position: HeldPosition,
  all: readonly HeldPosition[],
  { terms, cross }: { terms: ContractTerms; cross: CrossSums | undefined },
): Price8 | undefined {
  const { mark, tiers, tick } = terms
  if (position.isIsolated || !cross)
    return liquidationPrice({ cushion: fineOf(position.margin), positions: [position], tiers, tick }, mark)
  const here = all.filter(({ instrument, isIsolated }) => instrument === position.instrument && !isIsolated)
  const own = here.reduce(
    (sum, each) => sum + unrealisedProfit(each, mark) - maintenanceMargin(tiers, notionalAt(each.size, mark)),
    0n,
  )
  const cushion = (cross.equity - cross.maintenance - own) as Fine
  return liquidationPrice({ cushion, positions: here, tiers, tick }, mark)
}

/** P12 of all cross contracts together; undefined while one can't be counted. */
function requirementsOf(
  positions: readonly HeldPosition[],
  orders: readonly OpenOrder[],
  termsOf: TermsOf,
): Fine | undefined {
  const held = positions.filter(({ isIsolated }) => !isIsolated)
  let sum = 0n
  for (const instrument of new Set([...held, ...orders].map((each) => each.instrument))) {
    const terms = termsOf(instrument)
    if (!terms) return undefined
    const isHere = (each: { instrument: string }) => each.instrument === instrument
    sum += requirementOf(held.filter(isHere), orders.filter(isHere), terms.mark)
  }
  return sum as Fine
}

/** P12 of one contract. Its leverage is one, whatever the row says it with. */
function requirementOf(positions: readonly HeldPosition[], orders: readonly OpenOrder[], mark: Price8): Fine {
  const sums = { buys: NO_FINE, sells: NO_FINE, losses: NO_FINE, fees: NO_FINE }
  for (const order of orders) {
    const value = magnitude(order.size * order.price)
    if (order.size > 0n) sums.buys = (sums.buys + value) as Fine
    else sums.sells = (sums.sells + value) as Fine
    sums.losses = (sums.losses + openLoss(order, mark)) as Fine
    sums.fees = (sums.fees + countedFee(order, order.takerRate)) as Fine
  }
  const worthOf = (isWanted: (size: Amount) => boolean) =>
    positions.reduce((sum, { size }) => (isWanted(size) ? sum + notionalAt(size, mark) : sum), 0n) as Fine
  const isHedged = [...positions, ...orders].some((each) => each.isHedged)
  const [long, short] = [worthOf((size) => size > 0n), worthOf((size) => size < 0n)]
  const exposure = isHedged
    ? hedgeExposure(long, sums.buys, short, sums.sells)
    : oneWayExposure((long - short) as Fine, sums.buys, sums.sells)
  const leverage = (positions[0] ?? orders[0])?.leverage ?? 1
  return crossRequirement(exposure, leverage, sums)
}

/** Liquidation of accounts below their maintenance margin, step by step (P24, P27). */

import type { Amount, Fine, Lots, Price8 } from "#core/money/units.ts"
import { wholeEquity } from "#core/position/bankruptcy-price.ts"
import { isTakenOver, liquidationFee, reductionOf } from "#core/position/liquidation-steps.ts"
import { isLiquidatable } from "#core/position/margin.ts"
import { maintenanceMargin, tierIndexAt } from "#core/position/margin-tiers.ts"
import type { ContractAccount, ContractPart } from "../risk/perpetual/contract-account.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { solvencyOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"
import { coverAdvance } from "./cover-advance.ts"
import type { DeleveragingRanks } from "./deleveraging-ranks.ts"
import { type Doomed, limitOf } from "./doomed-position.ts"
import { endForLiquidation, enterForced } from "./forced-order.ts"
import { takeOver } from "./take-over.ts"

/** What is liquidated together: an isolated position, or all cross positions of an account. */
interface Risk {
  own: ContractAccount
  /** Undefined: the cross positions. */
  isolated?: { part: ContractPart; position: Position }
  positions: { part: ContractPart; position: Position }[]
  equity: Fine
  maintenance: Fine
  /** Of the account, as it was counted. */
  revision: number
}

/**
 * After a mark of this contract: liquidates whoever stands at a margin ratio of 100 % or more with a position there, the
 * highest ratio first, then by account.
 */
export function liquidate(state: EngineState, instrument: string, ranks: DeleveragingRanks): void {
  const doomed: Risk[] = []
  for (const part of state.clearings.perpetual.accounts.solvency.unproven(instrument))
    doomed.push(...(part.isIsolated ? dueIsolated(state, part) : dueCross(state, part.owner)))
  for (const risk of doomed.sort(byRatio)) liquidateOne(state, risk, ranks)
}

/** Those of its positions that are due; without one, its marks are safe from now on. */
function dueIsolated(state: EngineState, part: ContractPart): Risk[] {
  const risks = part.openPositions().map((position) => isolatedRisk(state, part, position))
  // Whether its owner is being liquidated says nothing of an isolated position.
  const due = risks.filter(({ maintenance, equity }) => isLiquidatable(maintenance, equity))
  const { accounts, pricesOf } = state.clearings.perpetual
  if (due.length === 0) accounts.solvency.proveIsolated(part, risks, pricesOf)
  return due
}

/** All its cross positions, if it is due; else their marks are safe from now on. */
function dueCross(state: EngineState, own: ContractAccount): Risk[] {
  const { accounts, pricesOf } = state.clearings.perpetual
  const solvency = solvencyOf(own, pricesOf)
  const isDue = own.isLiquidating || isLiquidatable(solvency.maintenance, solvency.equity)
  if (isDue) return [crossRisk(own, solvency)]
  accounts.solvency.proveCross(own, solvency, pricesOf)
  return []
}

const waits = ({ equity, maintenance }: Risk): boolean =>
  isLiquidatable(maintenance, equity) && !isTakenOver(maintenance, equity)

/** Highest ratio first: `MM / E`, where nothing left of the equity is above all; equal ones stay by account. */
function byRatio(one: Risk, other: Risk): number {
  const isGone = (risk: Risk) => risk.equity <= 0n
  if (isGone(one) || isGone(other)) return Number(isGone(other)) - Number(isGone(one))
  const [a, b] = [one.maintenance * other.equity, other.maintenance * one.equity]
  return a === b ? 0 : a > b ? -1 : 1
}

function liquidateOne(state: EngineState, found: Risk, ranks: DeleveragingRanks): void {
  let risk = asNow(state, found)
  if (!isLiquidatable(risk.maintenance, risk.equity)) {
    setLiquidating(found, false)
    return
  }
  setLiquidating(found, true)
  cancelOrders(state, risk)
  closeHedges(state, risk)
  for (risk = asNow(state, risk); isLiquidatable(risk.maintenance, risk.equity); risk = asNow(state, risk)) {
    const next = isTakenOver(risk.maintenance, risk.equity) ? undefined : reductionIn(state, risk)
    if (!next) {
      takeAll(state, risk, ranks)
      coverAdvance(state, risk.own)
      break
    }
    // What the book doesn't take now is tried again with the next mark, unless what it took has left too little to wait with.
    if (!reduce(state, risk, next) && waits(asNow(state, risk))) return
  }
  setLiquidating(found, false)
}

/** One position after the other: each one's share of the equity is that of what is left, so that ticks don't add up (P27). */
function takeAll(state: EngineState, risk: Risk, ranks: DeleveragingRanks): void {
  for (let left = risk; ; left = asNow(state, left)) {
    const [doomed] = doomedOf(state, left)
    if (doomed) takeOver(state, doomed, ranks)
    if (!left.positions.some(({ position }) => position.isOpen)) return
  }
}

/** The same, counted anew if anything of the account has changed. */
function asNow(state: EngineState, risk: Risk): Risk {
  const { own, isolated, revision } = risk
  if (own.revision === revision) return risk
  return isolated ? isolatedRisk(state, isolated.part, isolated.position) : crossNow(state, own)
}

/** An isolated position doesn't stop the rest of its account. */
function setLiquidating({ own, isolated }: Risk, isLiquidating: boolean): void {
  if (!isolated) own.isLiquidating = isLiquidating
}

/** P27.1. */
function cancelOrders(state: EngineState, { own, isolated }: Risk): void {
  const parts = isolated ? [isolated.part] : own.sortedParts().filter((part) => !part.isIsolated)
  const orders = parts.flatMap((part) => part.list()).sort((one, other) => one.id - other.id)
  endForLiquidation(state, orders)
}

/** P27.1, hedge mode: long and short of one contract close against each other at the mark's nearest tick, without a fee. */
function closeHedges(state: EngineState, { own, isolated, positions, equity, maintenance }: Risk): void {
  if (own.mode === "one-way" || isolated) return
  for (const part of new Set(positions.map((each) => each.part))) {
    const { long, short } = part.positions
    const size = long.size < -short.size ? long.size : -short.size
    if (size <= 0n) continue
    const { mark, instrument } = state.clearings.perpetual.pricesOf(part.instrument)
    const price = (((mark + instrument.tick / 2n) / instrument.tick) * instrument.tick) as Price8
    state.clearings.perpetual.move(part, long, { size: -size as Amount, price })
    state.clearings.perpetual.move(part, short, { size: size as Amount, price })
    for (const { slot } of [long, short])
      state.log.push({
        type: "liquidation",
        account: part.account.id,
        instrument: instrument.id,
        slot,
        step: "reduce",
        size: size as Amount,
        mark,
        price,
        fee: 0n as Amount,
        equity,
        maintenance,
        time: state.log.now,
      })
  }
}

/** P27.2: the position with the largest maintenance margin, and how much of it; nothing partial is left to do: undefined. */
function reductionIn(state: EngineState, risk: Risk): { doomed: Doomed; quantity: Amount } | undefined {
  const [largest] = doomedOf(state, risk).sort((one, other) => {
    const [a, b] = [maintenanceOf(one), maintenanceOf(other)]
    return a === b ? 0 : a > b ? -1 : 1
  })
  if (!largest) return undefined
  const { position, prices } = largest
  const isFirstTier = tierIndexAt(prices.tiers, position.worthAt(prices.mark)) === 0
  if (isFirstTier && (largest.part.isIsolated || risk.positions.length === 1)) return undefined
  const { lot } = prices.instrument
  const quantity = reductionOf({ size: position.size, mark: prices.mark }, prices.tiers, lot)
  return quantity === 0n ? undefined : { doomed: largest, quantity }
}

/** Sends it into the book; answers whether all of it traded. The user keeps the price and pays the fund its fee. */
function reduce(
  state: EngineState,
  { own }: Risk,
  { doomed, quantity }: { doomed: Doomed; quantity: Amount },
): boolean {
  const { part, position, prices } = doomed
  const { instrument } = prices
  const lots = Number(quantity / instrument.lot) as Lots
  const price = limitOf(doomed)
  const order = enterForced(state, { part, position, lots, price })
  const after = part.isIsolated ? isolatedRisk(state, part, position) : crossNow(state, own)
  const rate = instrument.liquidationFee ?? (instrument.leverageMax > 50 ? 500_000n : 1_000_000n)
  const fee = liquidationFee(order.executedQuote, rate, after.equity)
  payFund(state, { part, position }, fee)
  state.log.push({
    type: "liquidation",
    account: part.account.id,
    instrument: instrument.id,
    slot: position.slot,
    order: order.id,
    step: "reduce",
    size: (BigInt(order.executed) * instrument.lot) as Amount,
    mark: prices.mark,
    price,
    fee,
    ...doomed.decided,
    time: state.log.now,
  })
  return order.executed === lots
}

function payFund(
  state: EngineState,
  { part, position }: { part: ContractPart; position: Position },
  fee: Amount,
): void {
  if (fee === 0n) return
  const { ledger } = state
  const { wallet } = part.owner
  ledger.open("liquidation", `position:${part.instrument}`)
  if (part.isIsolated) {
    ledger.margin(wallet, part.marginName(position), -fee)
    position.margin = (position.margin - fee) as Amount
    state.clearings.perpetual.accounts.changed(part, position)
  } else ledger.cash(wallet, -fee)
  ledger.own(ledger.system("insurance", wallet.currency), fee)
  ledger.close()
}

function isolatedRisk(state: EngineState, part: ContractPart, position: Position): Risk {
  const { mark, tiers } = state.clearings.perpetual.pricesOf(part.instrument)
  const equity = position.equityAt(mark)
  const maintenance = maintenanceMargin(tiers, position.worthAt(mark))
  const { owner } = part
  const isolated = { part, position }
  const positions = position.isOpen ? [isolated] : []
  return { own: owner, isolated, positions, equity, maintenance, revision: owner.revision }
}

const crossNow = (state: EngineState, own: ContractAccount): Risk =>
  crossRisk(own, solvencyOf(own, state.clearings.perpetual.pricesOf))

function crossRisk(
  own: ContractAccount,
  { equity, maintenance }: Pick<Risk, "equity" | "maintenance">,
): Risk {
  const positions: Risk["positions"] = []
  for (const part of own.sortedParts())
    if (!part.isIsolated)
      for (const position of part.slots) if (position.isOpen) positions.push({ part, position })
  return { own, positions, equity, maintenance, revision: own.revision }
}

/** Its positions with their shares of the equity, by contract (P26). */
function doomedOf(state: EngineState, { positions, equity, maintenance }: Risk): Doomed[] {
  return positions
    .filter(({ position }) => position.isOpen)
    .map(({ part, position }) => {
      const prices = state.clearings.perpetual.pricesOf(part.instrument)
      const own = maintenanceMargin(prices.tiers, position.worthAt(prices.mark))
      const share = part.isIsolated ? wholeEquity(equity) : { equity, part: own, whole: maintenance }
      return { part, position, prices, share, decided: { equity, maintenance } }
    })
}

const maintenanceOf = ({ position, prices }: Doomed): Fine =>
  maintenanceMargin(prices.tiers, position.worthAt(prices.mark))

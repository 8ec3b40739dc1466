/**
 * What an order would cost and make of a position, told before it is sent (P11, P12, P25): counted by what judges orders
 * and settles fills, on a supposed order that nothing remembers.
 */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { divideDown, divideUp } from "#core/money/rounding.ts"
import {
  type Amount,
  type Fine,
  fineOf,
  type Lots,
  magnitude,
  type Price8,
  UNITS_PER_COIN,
} from "#core/money/units.ts"
import { liquidationPrice } from "#core/position/liquidation-price.ts"
import { marginRatio } from "#core/position/margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import { costPrice } from "#core/position/order-cost.ts"
import { entryPrice } from "#core/position/position.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import { Account } from "../ledger/account.ts"
import { Balance } from "../ledger/balance.ts"
import { Order } from "../matching/order.ts"
import { ContractAccount, type ContractPart, partOf } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices, PricesOf } from "../risk/perpetual/contract-prices.ts"
import { priceOf, type Settlement } from "../risk/perpetual/fill-settlement.ts"
import { checkOrderMargin, isolatedCost } from "../risk/perpetual/order-margin.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { closes, reduces } from "../risk/perpetual/reduce-only.ts"
import { standingOf } from "../risk/perpetual/standing.ts"
import { WhatIf } from "../risk/perpetual/what-if.ts"
import type { EngineState } from "../state.ts"
import { cushionOf } from "./contract-view.ts"

/** Amounts in 1e-8 of the quote; as if all of the order traded at its price, and all marks stood still. */
export interface OrderEstimate {
  /** It is counted at it: its limit, or the best opposite price. */
  price: Price8
  /** P11 of an isolated order, else by how much P12 grows. */
  cost: Amount
  /** Of all of it, at the taker's rate. */
  fee: Amount
  settlement: Settlement
  /** Signed, in 1e-8 of the base. */
  size: Amount
  /** Undefined: flat. */
  entry: Price8 | undefined
  /** Isolated: of the position after it. */
  margin: Amount
  maintenance: Fine
  /** P10, in 1e-8; undefined: no equity would be left. */
  ratio: bigint | undefined
  liquidation: Price8 | undefined
  /** P15, whole units, at least 0: now, and after it has filled, or while it waits if its limit is not reached yet. */
  free: Amount
  freeAfter: Amount
  /** What it would be refused for by its margin (families 9 and 11). */
  refusal: Problem | undefined
}

/** Undefined: no mark, or by market nothing on the other side. */
export function estimateOrder(state: EngineState, command: PlaceOrder): OrderEstimate | undefined {
  const { perpetual } = state.clearings
  const market = state.markets.get(command.instrument)
  const prices = perpetual.pricesIfAny(command.instrument)
  if (market?.instrument.kind !== "perpetual" || !prices) return undefined
  const { instrument } = market
  return accountFor(state, command.account, instrument).withPart(instrument, (part) => {
    const order = new Order(state.nextOrderId, command, instrument)
    perpetual.bind(order, part, instrument)
    return estimate(order, { part, prices, pricesOf: perpetual.pricesOf })
  })
}

interface Scene {
  part: ContractPart
  prices: ContractPrices
  pricesOf: PricesOf
}

function estimate(order: Order, scene: Scene): OrderEstimate | undefined {
  const { part, prices, pricesOf } = scene
  const limit = order.price === 0 ? undefined : priceOf(order.price, prices.instrument)
  const price = costPrice(order.side, limit, prices)
  if (price === undefined) return undefined
  const isolated = isolatedCost(order, order, prices)
  const hold = part.isIsolated ? isolated : (0n as Amount)
  const before = standingOf(part.owner, pricesOf)
  const after = new WhatIf()
  const settlement = after.take(order, { lots: lotsTaken(order, prices), price, isMaker: false }, prices)
  return {
    price,
    cost: part.isIsolated ? isolated : growthOf(order, price, scene),
    fee: settlement.fee,
    settlement,
    ...standingAfter(order, after, scene),
    free: wholeUnits(before.free),
    freeAfter: wholeUnits(
      waits(order, limit, prices)
        ? ((standingOf(part.owner, pricesOf, inBook(order, price)).free - fineOf(hold)) as Fine)
        : standingOf(part.owner, pricesOf, after).free,
    ),
    refusal: checkOrderMargin(order, order, { hold, pricesOf }),
  }
}

/** P22: what only closes is cut to the position. */
function lotsTaken(order: Order, { instrument }: ContractPrices): Lots {
  if (!closes(order)) return order.quantity
  if (!reduces(order)) return 0 as Lots
  const { size } = partOf(order).positionOf(order)
  return Math.min(order.quantity, Number(magnitude(size) / instrument.lot)) as Lots
}

/** It would stand in the book and not trade at once: no price of the other side reaches its limit. */
function waits({ side }: Order, limit: Price8 | undefined, { bid, ask }: ContractPrices): boolean {
  if (limit === undefined) return false
  return side === "buy" ? ask === undefined || limit < ask : bid === undefined || limit > bid
}

const inBook = (order: Order, price: Price8): WhatIf => {
  const { open, feeFine, charged } = order
  return new WhatIf(undefined, { order, price, open, feeFine, charged })
}

/** By how much the requirement of the cross wallet grows with the order in the book (P12). */
function growthOf(order: Order, price: Price8, { part, pricesOf }: Scene): Amount {
  const added = inBook(order, price)
  const grown =
    standingOf(part.owner, pricesOf, added).requirements - standingOf(part.owner, pricesOf).requirements
  return (grown > 0n ? divideUp(grown, UNITS_PER_COIN) : 0n) as Amount
}

function standingAfter(order: Order, after: WhatIf, { part, prices, pricesOf }: Scene) {
  const position = after.positionOf(part.positionOf(order))
  const { mark, tiers, instrument } = prices
  const maintenance = maintenanceMargin(tiers, position.worthAt(mark))
  const risk = part.isIsolated
    ? { equity: position.equityAt(mark), maintenance }
    : standingOf(part.owner, pricesOf, after)
  const cushion = part.isIsolated ? fineOf(position.margin) : cushionOf(part, prices, pricesOf, after)
  const positions = part.isIsolated ? [position] : openOnes(part, after)
  const terms = { cushion, positions: positions.map(({ held }) => held), tiers, tick: instrument.tick }
  return {
    size: position.size,
    entry: entryPrice(position.held),
    margin: position.margin,
    maintenance,
    ratio: position.isOpen ? marginRatio(risk.maintenance, risk.equity) : 0n,
    liquidation: position.isOpen ? liquidationPrice(terms, mark) : undefined,
  }
}

const openOnes = ({ positions: { net, long, short } }: ContractPart, whatIf: WhatIf): Position[] =>
  [net, long, short].map((position) => whatIf.positionOf(position)).filter(({ isOpen }) => isOpen)

const wholeUnits = (free: Fine): Amount => (free > 0n ? divideDown(free, UNITS_PER_COIN) : 0n) as Amount

/** The contract account; of one that has none yet a copy of its money, so that asking leaves nothing behind (R4). */
function accountFor(state: EngineState, id: string, { quote }: PerpetualInstrument): ContractAccount {
  const own = state.clearings.perpetual.accounts.known(id)
  if (own) return own
  const known = state.ledger.known(id)
  const account = new Account(id, false)
  account.level = known?.level ?? 0
  const wallet = new Balance(account, "contract", quote)
  const money = known?.balances().find((each) => each.wallet === "contract" && each.currency === quote)
  if (money) wallet.available = money.available
  return new ContractAccount(account, wallet)
}

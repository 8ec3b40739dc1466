/** How an account stands: equity, maintenance margin and what its positions and orders require (P10, P12, P14, P15). */

import { type Amount, type Fine, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import {
  crossRequirement,
  equityOf,
  freeMargin,
  hedgeExposure,
  oneWayExposure,
  withdrawable,
} from "#core/position/margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { type OrderSums, sumsOf } from "./order-sums.ts"
import { WhatIf } from "./what-if.ts"

/** P10 of a cross account at its marks, in 1e-16 of the quote. */
export interface Solvency {
  /** Cash that isn't lent, in 1e-8: `WB`. */
  cash: Amount
  unrealised: Fine
  maintenance: Fine
  /** `WB + Σ uPnL`. */
  equity: Fine
}

/** What its positions and orders leave free, too; 1e-16 of the quote. */
export interface Standing extends Solvency {
  requirements: Fine
  /** P15. */
  free: Fine
}

const AS_IT_IS = new WhatIf()

/** A contract that has been counted already: its orders, and its exposure with them (P12). */
export interface CountedPart {
  part: ContractPart
  orders: OrderSums
  exposure: Fine
}

/** P10: equity and maintenance margin, which is all that a liquidation asks for. */
export function solvencyOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
): Solvency {
  const cash = cashOf(account, whatIf)
  let unrealised = 0n
  let maintenance = 0n
  // One walk for both: a crash asks for them of every account.
  for (const part of account.parts()) {
    if (part.isIsolated) continue
    for (const own of part.slots) {
      const position = whatIf.positionOf(own)
      if (!position.isOpen) continue
      const { mark, tiers } = pricesOf(part.instrument)
      unrealised += position.profitAt(mark)
      maintenance += maintenanceMargin(tiers, position.worthAt(mark))
    }
  }
  const equity = equityOf(cash, unrealised as Fine)
  return { cash, unrealised: unrealised as Fine, maintenance: maintenance as Fine, equity }
}

export function standingOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
): Standing {
  const solvency = solvencyOf(account, pricesOf, whatIf)
  const requirements = requirementsOf(account, pricesOf, { whatIf })
  return { ...solvency, requirements, free: freeOf(solvency, requirements) }
}

/** P15 alone, which an order is asked for. `counted`: a contract that is known already. */
export function freeMarginOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
  counted?: CountedPart,
): Fine {
  const cash = cashOf(account, whatIf)
  const unrealised = profitOf(account, pricesOf, whatIf)
  return freeOf({ cash, unrealised }, requirementsOf(account, pricesOf, { whatIf, counted }))
}

/** P10: what a cross account has, its open profit included. */
export const crossEquityOf = (account: ContractAccount, pricesOf: PricesOf, whatIf: WhatIf): Fine =>
  equityOf(cashOf(account, whatIf), profitOf(account, pricesOf, whatIf))

const cashOf = (account: ContractAccount, whatIf: WhatIf): Amount => {
  const { available, advance } = account.wallet
  return (available - advance + whatIf.cashOf(account)) as Amount
}

function profitOf(account: ContractAccount, pricesOf: PricesOf, whatIf: WhatIf): Fine {
  let unrealised = 0n
  for (const part of account.parts()) {
    if (part.isIsolated) continue
    for (const own of part.slots) {
      const position = whatIf.positionOf(own)
      if (position.isOpen) unrealised += position.profitAt(pricesOf(part.instrument).mark)
    }
  }
  return unrealised as Fine
}

/** P10: what the cross positions of an account need so as not to be liquidated. */
export function crossMaintenanceOf(account: ContractAccount, pricesOf: PricesOf, whatIf: WhatIf): Fine {
  let maintenance = 0n
  for (const part of account.parts()) {
    if (part.isIsolated) continue
    for (const own of part.slots) {
      const position = whatIf.positionOf(own)
      if (!position.isOpen) continue
      const { mark, tiers } = pricesOf(part.instrument)
      maintenance += maintenanceMargin(tiers, position.worthAt(mark))
    }
  }
  return maintenance as Fine
}

const freeOf = ({ cash, unrealised }: Pick<Solvency, "cash" | "unrealised">, requirements: Fine): Fine =>
  freeMargin({ available: cash, advance: NO_AMOUNT, unrealised, requirements })

/** P12, of all contracts together. */
function requirementsOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  { whatIf, counted }: { whatIf: WhatIf; counted?: CountedPart | undefined },
): Fine {
  let requirements = 0n
  for (const part of account.parts()) {
    const known = counted?.part === part ? counted : undefined
    if (part.isIsolated || !(known || isUsed(part, whatIf))) continue
    const { orders, exposure } = known ?? countPart(part, pricesOf(part.instrument), whatIf)
    requirements += crossRequirement(exposure, part.leverage, orders)
  }
  return requirements as Fine
}

/** `orders`: where they are known already. */
export function countPart(
  part: ContractPart,
  prices: ContractPrices,
  whatIf: WhatIf,
  orders: OrderSums = sumsOf(part, prices, whatIf),
): CountedPart {
  return { part, orders, exposure: exposureOf(part, prices, orders, whatIf) }
}

/** P16: the most that may leave the wallet, by a transfer or into an isolated position. */
export function withdrawableOf(account: ContractAccount, pricesOf: PricesOf): Amount {
  const { unrealised, requirements } = standingOf(account, pricesOf)
  const { available, advance } = account.wallet
  return withdrawable({ available, advance, unrealised, requirements })
}

/** P14: the largest notional that position and orders may come to, 1e-16 of the quote. Hedge mode: of the larger side. */
export function largestSize(
  part: ContractPart,
  prices: ContractPrices,
  whatIf: WhatIf = AS_IT_IS,
  { orders, exposure }: Omit<CountedPart, "part"> = countPart(part, prices, whatIf),
): Fine {
  if (part.owner.mode === "one-way") return exposure
  const [long, short] = sidesAt(part, prices.mark, whatIf)
  const [most, other] = [long + orders.buys, short + orders.sells]
  return (most > other ? most : other) as Fine
}

function exposureOf(part: ContractPart, { mark }: ContractPrices, orders: OrderSums, whatIf: WhatIf): Fine {
  if (part.owner.mode === "one-way") {
    const { size } = whatIf.positionOf(part.positions.net)
    return oneWayExposure((size * mark) as Fine, orders.buys, orders.sells)
  }
  const [long, short] = sidesAt(part, mark, whatIf)
  return hedgeExposure(long, orders.buys, short, orders.sells)
}

const sidesAt = ({ positions }: ContractPart, mark: Price8, whatIf: WhatIf): [Fine, Fine] => [
  whatIf.positionOf(positions.long).worthAt(mark),
  whatIf.positionOf(positions.short).worthAt(mark),
]

const isUsed = (part: ContractPart, whatIf: WhatIf): boolean => {
  if (part.count > 0 || whatIf.added?.order.instrument === part.instrument) return true
  return part.slots.some((position) => whatIf.positionOf(position).isOpen)
}

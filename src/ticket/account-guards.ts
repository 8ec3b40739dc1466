/** Warnings that come from what the account has: own orders in the way, a position that would be turned, leverage against volatility. */

import { formatAmount, formatSteps, unitsOf } from "#core/money/steps.ts"
import { magnitude, UNITS_PER_COIN } from "#core/money/units.ts"
import { isStopType } from "#core/order/order-status.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import type { Guard, GuardLimits } from "./guard.ts"
import type { Draft, DraftInput } from "./order-draft.ts"

/** What is known of the account in this market; left out: it has no such thing, or it isn't known. */
export interface OwnState {
  /** Open orders of the market, waiting stops among them. */
  orders: readonly (Pick<OwnOrder, "side" | "status"> & Record<"price" | "quantity" | "executed", string>)[]
  /** The position that the order would close before it opens the other side, in 1e-8 of the base; 0: none, or it only reduces. */
  opposite: bigint
  /** Of what is opened: where it would be liquidated by the engine's word, and by which leverage. */
  risked?: { liquidation: string; leverage: number } | undefined
  /** Highest and lowest price of the last 24 h, wire texts; empty while unknown. */
  day: { high: string; low: string }
}

/** The gravest first. Of stops nothing is said: what there is when they fire isn't known. */
export function accountGuards(
  input: DraftInput,
  draft: Draft,
  { own, limits }: { own: OwnState; limits: GuardLimits },
): Guard[] {
  if (isStopType(draft.order.orderType)) return []
  return [
    ...crossGuard(input, draft, own, limits),
    ...flipGuard(input, draft, own, limits),
    ...leverageGuard(input, own, limits),
  ]
}

/** S5: own orders that it reaches are cancelled by it. Their share of the order counts. */
function crossGuard(
  { instrument }: DraftInput,
  { order, preview }: Draft,
  { orders }: OwnState,
  { crossPercent }: GuardLimits,
): Guard[] {
  const { side } = order
  const lots = order.quantity ?? preview?.lots
  const reach = order.orderType === "market" ? preview?.walk?.worst : order.price
  if (crossPercent === undefined || !lots || reach === undefined) return []
  const isBuy = side === "buy"
  const reached = orders
    .filter((each) => each.side !== side && each.status !== "waiting" && each.price !== "")
    .map((each) => ({
      price: Number(unitsOf(each.price) / instrument.tick),
      lots: (unitsOf(each.quantity) - unitsOf(each.executed)) / instrument.lot,
    }))
    .filter(({ price }) => (isBuy ? price <= reach : price >= reach))
  const [nearest] = reached.toSorted((one, other) =>
    isBuy ? one.price - other.price : other.price - one.price,
  )
  const sum = reached.reduce((total, each) => total + each.lots, 0n)
  const percent = Math.min(100, Number((sum * 100n) / BigInt(lots)))
  if (!nearest || percent < crossPercent) return []
  const before = nearest.price + (isBuy ? -1 : 1)
  const mend = { field: "price", value: formatSteps(before, instrument.tick), makesLimit: true } as const
  return [
    {
      kind: "cross",
      price: formatSteps(nearest.price, instrument.tick),
      count: reached.length,
      ...(before > 0 ? { mend } : {}),
    },
  ]
}

/** One-way mode: what is left when the position is closed opens one of the other side. */
function flipGuard(
  { instrument, form }: DraftInput,
  { order, preview }: Draft,
  { opposite }: OwnState,
  { flipPercent }: GuardLimits,
): Guard[] {
  const quantity = BigInt(order.quantity ?? preview?.lots ?? 0) * instrument.lot
  const opened = quantity - opposite
  if (flipPercent === undefined || opposite <= 0n || opened <= 0n) return []
  if (Number((opened * 1000n) / opposite) / 10 < flipPercent) return []
  const held = formatSteps(Number(opposite / instrument.lot), instrument.lot)
  return [
    {
      kind: "flip",
      held,
      opened: formatSteps(Number(opened / instrument.lot), instrument.lot),
      ...(form.unit === "base" ? { mend: { field: "amount", value: held } as const } : {}),
    },
  ]
}

/** How near the liquidation price is, measured in what the price went through in a day. */
function leverageGuard(
  { prices, instrument }: DraftInput,
  own: OwnState,
  { rangeTimes }: GuardLimits,
): Guard[] {
  const { risked, day } = own
  const at = prices.mark ?? (prices.last === undefined ? undefined : BigInt(prices.last) * instrument.tick)
  if (rangeTimes === undefined || !risked || risked.liquidation === "" || at === undefined) return []
  if (day.high === "" || day.low === "") return []
  const share = (distance: bigint) => Number((distance * UNITS_PER_COIN) / at) / 1_000_000
  const percent = share(magnitude(at - unitsOf(risked.liquidation)))
  const range = share(unitsOf(day.high) - unitsOf(day.low))
  if (percent >= range * rangeTimes) return []
  return [
    {
      kind: "leverage",
      leverage: risked.leverage,
      price: formatAmount(unitsOf(risked.liquidation)),
      percent: tenths(percent),
      range: tenths(range),
    },
  ]
}

const tenths = (percent: number): number => Math.floor(percent * 10) / 10

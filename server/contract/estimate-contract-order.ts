/** Requests of what an order would cost: text read by the market's steps, the engine's estimate, and back to text. */

import { formatAmount, formatFine } from "#core/money/steps.ts"
import {
  type estimateContractOrder,
  type ProblemName,
  type RequestOf,
  type ResponseOf,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { PlaceOrder } from "#server/engine/command.ts"
import { estimateOrder, type OrderEstimate } from "#server/engine/contracts/estimate-order.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { readNumbers } from "../calls/order-text.ts"
import { contractNamed } from "./change-contract-order.ts"
import type { ContractParts } from "./contract-settings.ts"

type Estimate = ResponseOf<typeof estimateContractOrder>

export function estimate(
  { engine, reader, textsOf }: ContractParts,
  userId: number,
  request: RequestOf<typeof estimateContractOrder>,
): Result<Estimate, ProblemName> {
  const instrument = contractNamed(reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, request)
  if (!numbers.ok) return numbers
  const { quantity, price } = numbers.value
  if (!quantity || price === 0) return refuse("WRONG_SIZE")
  const { side, reduceOnly, positionSide } = request
  const command: PlaceOrder = {
    type: "order.place",
    account: accountOf(userId),
    ...{ instrument: instrument.id, side, quantity, orderType: price === undefined ? "market" : "limit" },
    ...(price !== undefined && { price }),
    ...(reduceOnly !== undefined && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
  }
  const estimated = estimateOrder(engine, command)
  if (!estimated) return refuse("INDEX_STALE", { index: instrument.index })
  const { closed, opened } = estimated.settlement
  const { quantity: lotsText } = textsOf(instrument.id)
  const sizes = { closes: lotsText(closed), opens: lotsText(opened) }
  return { ok: true, value: { ...estimateTexts(estimated), ...sizes, time: reader.now() } }
}

function estimateTexts(estimated: OrderEstimate): Omit<Estimate, "closes" | "opens" | "time"> {
  const { size, entry, ratio, liquidation } = estimated
  return {
    price: formatAmount(estimated.price),
    cost: formatAmount(estimated.cost),
    fee: formatAmount(estimated.fee),
    realised: formatAmount(estimated.settlement.realised),
    side: size === 0n ? "" : size > 0n ? "long" : "short",
    quantity: formatAmount(size < 0n ? -size : size) as Estimate["quantity"],
    entryPrice: entry === undefined ? "" : formatAmount(entry),
    margin: formatAmount(estimated.margin),
    maintenance: formatFine(estimated.maintenance),
    marginRatio: ratio === undefined ? "" : formatAmount(ratio),
    liquidationPrice: liquidation === undefined ? "" : formatAmount(liquidation),
    free: formatAmount(estimated.free),
    freeAfter: formatAmount(estimated.freeAfter),
    refusal: estimated.refusal?.name ?? "",
  }
}

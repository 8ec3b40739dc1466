/** What has become of an order, in one plain sentence? Plain functions; order-news.ts says it aloud. */

import type { TFunction } from "i18next"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import type { SpotOrder } from "#core/wire/trading.ts"
import { formatDecimal } from "../text/numbers.ts"
import { problemText } from "../text/problem-text.ts"

export interface OrderSaid {
  /** `fill`: something was bought or sold; `end`: it ended without what was wanted; `placed`: it waits. */
  kind: "fill" | "end" | "placed"
  text: string
}

interface Said {
  order: SpotOrder
  t: TFunction<"trade">
  language: string
}

/** Undefined: nothing worth saying, as with a cancel that its owner asked for. */
export function orderSentence(said: Said): OrderSaid | undefined {
  const { order } = said
  const hasFilled = unitsOf(order.executed) > 0n
  switch (order.status) {
    case "waiting":
    case "new":
      return { kind: "placed", text: placedSentence(said) }
    case "partly-filled":
    case "filled":
      return { kind: "fill", text: filledSentence(said) }
    case "expired":
    case "expired-in-match":
    case "rejected":
      return hasFilled
        ? { kind: "fill", text: endedAfterFills(said) }
        : { kind: "end", text: endedSentence(said) }
    case "cancelled":
      return order.reason === "DELISTED"
        ? { kind: "end", text: said.t("trade:said.delisted", { pair: pairOf(order) }) }
        : undefined
  }
}

function placedSentence({ order, t, language }: Said): string {
  const values = {
    quantity: formatDecimal(order.quantity, language),
    base: baseOf(order),
    price: formatDecimal(order.price, language),
  }
  if (order.status !== "waiting")
    return t(order.side === "buy" ? "trade:said.placedBuy" : "trade:said.placedSell", values)
  const stop = formatDecimal(order.stopPrice, language)
  return t(order.side === "buy" ? "trade:said.stopBuy" : "trade:said.stopSell", { ...values, stop })
}

/** "Bought 0.0190 BTC at 67,283.0.", or how much of it so far. */
function filledSentence({ order, t, language }: Said): string {
  const isPart = order.quantity !== "" && unitsOf(order.executed) < unitsOf(order.quantity)
  const values = {
    quantity: formatDecimal(order.executed, language),
    base: baseOf(order),
    price: formatDecimal(averagePrice(order), language),
  }
  if (!isPart) return t(order.side === "buy" ? "trade:said.bought" : "trade:said.sold", values)
  const total = formatDecimal(order.quantity, language)
  return t(order.side === "buy" ? "trade:said.boughtPart" : "trade:said.soldPart", { ...values, total })
}

/** A market order by quote amount ends when not one lot more is affordable: that is all that was wanted. */
function endedAfterFills(said: Said): string {
  const { order, t } = said
  const sentence = filledSentence(said)
  if (order.reason === "BUDGET") return sentence
  return t(order.reason === "PRICE_PROTECTION" ? "trade:said.restProtected" : "trade:said.rest", { sentence })
}

function endedSentence({ order, t }: Said): string {
  const pair = pairOf(order)
  if (order.status === "expired-in-match") return t("trade:said.ownOrder", { pair })
  if (order.status === "rejected") {
    const reason = order.reason in PROBLEMS ? problemText({ name: order.reason as ProblemName }) : ""
    return t("trade:said.stopRefused", { pair, reason }).trim()
  }
  return t(order.reason === "NO_LIQUIDITY" ? "trade:said.noLiquidity" : "trade:said.unfilled", { pair })
}

/**
 * What a base unit cost or brought on average, nearest, with as many decimals as the order's own price, else as its
 * turnover needs and at most 8.
 */
export function averagePrice({
  executed,
  executedQuote,
  price,
}: Pick<SpotOrder, "executed" | "executedQuote" | "price">): string {
  const lots = unitsOf(executed)
  if (lots === 0n) return price
  const turnover = unitsOf(executedQuote) * 100_000_000n
  const nearest = (turnover + lots / 2n) / lots
  const decimals = price === "" ? 8 : (price.split(".")[1] ?? "").length
  const unit = 10n ** BigInt(8 - decimals)
  const rounded = ((nearest + unit / 2n) / unit) * unit
  return formatAmount(rounded, price === "" ? 0 : decimals)
}

const unitsOf = (text: string): bigint => {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : 0n
}

const baseOf = ({ instrument }: SpotOrder) => instrument.split("_")[0] ?? instrument
const pairOf = ({ instrument }: SpotOrder) => instrument.replace("_", "/")

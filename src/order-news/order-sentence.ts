/** The state of an order in one plain sentence. Plain functions; order-news.ts shows it. */

import type { TFunction } from "i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import { distancePercent } from "../text/distance-percent.ts"
import { marketTitle } from "../text/market-title.ts"
import { formatDecimal } from "../text/numbers.ts"
import { problemText } from "../text/problem-text.ts"

export interface OrderSaid {
  /** `fill`: something was bought or sold; `end`: it ended without what was wanted; `placed`: it waits. */
  kind: "fill" | "end" | "placed"
  text: string
}

interface Said {
  order: OwnOrder
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
      return cancelledSentence(said)
  }
}

/** By somebody else than its owner: the end of its market, or a countdown that nobody set anew. */
function cancelledSentence({ order, t }: Said): OrderSaid | undefined {
  const pair = pairOf(order)
  if (order.reason === "DELISTED") return { kind: "end", text: t("trade:said.delisted", { pair }) }
  return order.reason === "COUNTDOWN" ? { kind: "end", text: t("trade:said.countdown", { pair }) } : undefined
}

function placedSentence({ order, t, language }: Said): string {
  const values = {
    quantity: formatDecimal(order.quantity, language),
    base: baseOf(order),
    price: formatDecimal(order.price, language),
  }
  if (order.status !== "waiting")
    return t(order.side === "buy" ? "trade:said.placedBuy" : "trade:said.placedSell", values)
  if (order.distance !== "") {
    const trail = { pair: pairOf(order), percent: distancePercent(order.distance, language) }
    return t(order.side === "buy" ? "trade:said.trailBuy" : "trade:said.trailSell", trail)
  }
  const stop = formatDecimal(order.stopPrice, language)
  if (order.kind === "perpetual" && order.closePosition)
    return t("trade:said.stopCloses", { pair: pairOf(order), stop })
  if (order.price === "")
    return t(order.side === "buy" ? "trade:said.stopMarketBuy" : "trade:said.stopMarketSell", {
      ...values,
      stop,
    })
  return t(order.side === "buy" ? "trade:said.stopBuy" : "trade:said.stopSell", { ...values, stop })
}

/** "Bought 0.0190 BTC at 67,283.0.", or how much of it so far; and what of the position sent it. */
function filledSentence(said: Said): string {
  const { order, t } = said
  const sentence = tradedSentence(said)
  if (order.kind !== "perpetual" || order.origin === "") return sentence
  return t(order.origin === "take-profit" ? "trade:said.takeProfit" : "trade:said.stopLoss", { sentence })
}

function tradedSentence({ order, t, language }: Said): string {
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

/** Why an order of a contract may end that one of spot can't. */
const CONTRACT_REASONS = ["MARGIN", "REDUCE_ONLY", "LIQUIDATION"] as const

function endedSentence({ order, t }: Said): string {
  const pair = pairOf(order)
  if (order.status === "expired-in-match") return t("trade:said.ownOrder", { pair })
  if (order.status === "rejected") {
    const reason = order.reason in PROBLEMS ? problemText({ name: order.reason as ProblemName }) : ""
    return t("trade:said.stopRefused", { pair, reason }).trim()
  }
  const isOfContract = CONTRACT_REASONS.find((reason) => reason === order.reason)
  if (order.reason === "GTT") return t("trade:said.expired", { pair })
  if (isOfContract) return `${pair}: ${t(`trade:orders.reason.${isOfContract}`)}`
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
}: Pick<OwnOrder, "executed" | "executedQuote" | "price">): string {
  const lots = unitsOf(executed)
  if (lots === 0n) return price
  const turnover = unitsOf(executedQuote) * UNITS_PER_COIN
  const nearest = (turnover + lots / 2n) / lots
  const decimals = price === "" ? 8 : (price.split(".")[1] ?? "").length
  const unit = 10n ** BigInt(8 - decimals)
  const rounded = ((nearest + unit / 2n) / unit) * unit
  return formatAmount(rounded, price === "" ? 0 : decimals)
}

/** "BTC"; of a contract "BTC Perp". */
const baseOf = ({ instrument }: OwnOrder) => marketTitle(instrument).replace(/\/\S+/, "")
const pairOf = ({ instrument }: OwnOrder) => marketTitle(instrument)

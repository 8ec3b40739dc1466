/** The ticket's figures and warnings as sentences, with the reader's marks, from wire texts and whole units. */

import type { TFunction } from "i18next"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import { readTyped } from "#core/money/typed-decimal.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Market } from "#core/wire/market.ts"
import { formatDecimal, formatNumber } from "../text/numbers.ts"
import { problemText } from "../text/problem-text.ts"
import { elapsedText } from "../text/relative-time.ts"
import { fieldText, pageMark } from "../text/typed-number.ts"
import type { FieldProblem } from "./field-reading.ts"
import type { Guard } from "./guard.ts"
import type { OrderCost, OrderRequest, TargetProblem } from "./order-draft.ts"

/** Amounts of a quote currency have at least these; all that they need beyond. */
const QUOTE_DECIMALS = 2
const CENT = 1_000_000n

/** The two currencies of a market. */
type PairOf = Pick<Market, "base" | "quote">

export interface Words {
  t: TFunction<"trade">
  word: TFunction<"app">
  language: string
}

/** `1,278.377 USDT`: every unit of it. */
function moneyText(amount: bigint, currency: string, market: PairOf, language: string): string {
  const decimals = currency === market.quote ? QUOTE_DECIMALS : 0
  return `${formatDecimal(formatAmount(amount, decimals), language)}\u00a0${currency}`
}

/** Of a market order's preview nobody knows more than cents: the book moves. A limit's is exact. */
export function previewMoney(
  preview: Pick<OrderCost, "walk">,
  { amount, currency }: { amount: bigint; currency: string },
  market: PairOf,
  language: string,
): string {
  const isAbout = preview.walk !== undefined && currency === market.quote && amount >= UNITS_PER_COIN
  return moneyText(isAbout ? (amount / CENT) * CENT : amount, currency, market, language)
}

/** `0.10 %` of a rate in 1e-8. */
export const rateText = (rate: bigint, language: string): string =>
  `${formatDecimal(formatAmount(rate * 100n, 2), language)}\u202f%`

const percentText = (percent: number, language: string): string => `${formatNumber(percent, language)}\u202f%`

/** What the order trades, with the very texts that are sent: "0.0190 BTC", or a sum of the quote. */
export function sizeWords(request: OrderRequest | undefined, market: PairOf, language: string) {
  const amount = request?.quantity ?? request?.budget
  if (!request || amount === undefined) return undefined
  return {
    key: request.quantity === undefined ? "For" : "Amount",
    values: { amount: formatDecimal(amount, language), base: market.base, quote: market.quote },
  } as const
}

export function problemSentence(problem: FieldProblem | TargetProblem, { t, language }: Words): string {
  if (problem.kind === "refusal") return problemText(problem.problem)
  if (problem.kind === "unreadable") return t("trade:ticket.unreadable")
  if (problem.kind === "no-price") return t("trade:ticket.noPrice")
  if (problem.kind === "target-far") return t("trade:ticket.targetFar")
  if (problem.kind === "target-side")
    return t(`trade:ticket.targetSide.${problem.target}.${problem.isLong ? "long" : "short"}`, {
      price: formatDecimal(problem.price, language),
    })
  return t("trade:ticket.ambiguous", {
    typed: problem.typed,
    whole: problem.whole,
    decimal: fieldText(problem.decimal, language),
  })
}

/**
 * A value that is offered for a field, with its unit: "5.16 USDT", "67,284.1 USDT". Written so that it could be typed
 * as it stands: what the reader's marks would make ambiguous ("1,234") is written without them.
 */
export function offerText(value: string, unit: string, language: string): string {
  const text = formatDecimal(value, language)
  const isAmbiguous = readTyped(text, pageMark(language)).kind === "ambiguous"
  return `${isAmbiguous ? fieldText(value, language) : text}\u00a0${unit}`
}

/** `now`: local epoch ms, for ages. */
export function guardSentence(
  guard: Guard,
  market: PairOf,
  now: number,
  words: Words,
  side: "buy" | "sell",
): string {
  const { t, word, language } = words
  const percent = "percent" in guard ? percentText(guard.percent, language) : ""
  const currency = side === "buy" ? market.quote : market.base
  switch (guard.kind) {
    case "stale": {
      const { freshness } = guard
      if (freshness.state === "catching-up") return t("trade:guard.catchingUp")
      const age = elapsedText(word, Math.max(0, now - freshness.since))
      return freshness.state === "old" ? t("trade:guard.old", { age }) : t("trade:guard.offline", { age })
    }
    case "far":
      return t(guard.isAbove ? "trade:guard.far.above" : "trade:guard.far.below", {
        price: formatDecimal(guard.price, language),
        percent,
      })
    case "size":
      return t("trade:guard.size", { times: formatNumber(guard.times, language), percent, currency })
    case "whole":
      return t("trade:guard.whole", { percent, currency })
    case "thin":
      return t(side === "buy" ? "trade:guard.thin.buy" : "trade:guard.thin.sell", {
        extra: formatDecimal(guard.extra, language),
        currency: market.quote,
        percent,
      })
    case "cross":
      return t(side === "buy" ? "trade:guard.cross.buy" : "trade:guard.cross.sell", {
        count: guard.count,
        price: formatDecimal(guard.price, language),
      })
    case "flip":
      return t(side === "buy" ? "trade:guard.flip.buy" : "trade:guard.flip.sell", {
        held: formatDecimal(guard.held, language),
        opened: formatDecimal(guard.opened, language),
        base: market.base,
      })
    case "leverage":
      return t("trade:guard.leverage", {
        leverage: guard.leverage,
        price: formatDecimal(guard.price, language),
        percent,
        range: percentText(guard.range, language),
      })
    case "short":
      return t("trade:guard.short", { found: formatDecimal(guard.found, language), base: market.base })
  }
}

/** From so many percent on a distance is said in percent: shorter, and what one wants to know. */
const PERCENT_FROM = 1

/** How far a price lies from the last one: "1.1 below last", "5.4 % above last". */
export function distanceText(
  ticks: number | undefined,
  last: number | undefined,
  tick: bigint,
  { t, language }: Words,
): string | undefined {
  if (ticks === undefined || last === undefined) return undefined
  if (ticks === last) return t("trade:ticket.atLast")
  const away = Math.abs(ticks - last)
  const percent = Math.floor((away / last) * 1000) / 10
  const distance =
    percent < PERCENT_FROM ? formatDecimal(formatSteps(away, tick), language) : percentText(percent, language)
  return t(ticks < last ? "trade:ticket.below" : "trade:ticket.above", { distance })
}

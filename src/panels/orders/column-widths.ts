/** How wide must a table's columns be so that no figure in them is cut? Reckoned by the longest text of each. */

import type { OwnFill, OwnOrder } from "#core/wire/private-rows.ts"
import { marketTitle } from "../../text/market-title.ts"
import { budgetOf, currenciesOf, orderTotal } from "./order-rows.model.ts"

/** Of a character at the size of tables, in rem: a tabular figure or a letter, and what is far narrower. */
const CHARACTER_REM = 0.48
const NARROW_REM = 0.24
/** The same of the names of markets, which are capitals in bold. */
const NAME_REM = 0.56
const NAME_COLUMN = "pair"
const NARROW = /[ .,:/\u00a0\u202f]/g
/** Beside the price of an open order: the pencil, its gap and the padding of the button. */
const PENCIL_REM = 1.25

export type ColumnWidths = Readonly<Record<`--${string}`, string>>

/** Turns wire texts into what is shown: an amount by its currency, a price, a moment, a stop with its word. */
export interface ShownTexts {
  amount: (text: string, currency: string) => string
  price: (text: string) => string
  moment: (timeMs: number) => string
  stop: (price: string) => string
  until: (timeMs: number) => string
}

/** Custom properties for tables.module.css; `extra` in rem is what stands in a column beside its text. */
export function columnWidths(
  texts: Readonly<Record<string, readonly string[]>>,
  extra: Readonly<Record<string, number>> = {},
): ColumnWidths {
  return Object.fromEntries(
    Object.entries(texts).map(([name, all]) => {
      const letterRem = name === NAME_COLUMN ? NAME_REM : CHARACTER_REM
      const longest = all.reduce((most, text) => Math.max(most, textRem(text, letterRem)), 0)
      return [`--${name}`, `${(longest + (extra[name] ?? 0)).toFixed(2)}rem`]
    }),
  )
}

function textRem(text: string, letterRem: number): number {
  const narrow = text.match(NARROW)?.length ?? 0
  return (text.length - narrow) * letterRem + narrow * NARROW_REM
}

/** As many characters as take the place of a text in the smaller size of second lines. */
const small = (text: string): string => text.slice(0, Math.ceil((text.length * 11) / 13))

const filledText = (order: OwnOrder, shown: ShownTexts): string => {
  const { base, quote } = currenciesOf(order.instrument)
  const [part, whole, currency] =
    order.quantity === ""
      ? [order.executedQuote, budgetOf(order), quote]
      : [order.executed, order.quantity, base]
  return `${shown.amount(part, currency)} / ${shown.amount(whole, currency)} ${currency}`
}

/** Of the tables of open and of ended orders; `average` is what an ended one shows of its fills. */
export function orderWidths(
  orders: readonly OwnOrder[],
  shown: ShownTexts,
  average: (order: OwnOrder) => string | undefined = () => undefined,
): ColumnWidths {
  const quoteOf = (order: OwnOrder) => currenciesOf(order.instrument).quote
  return columnWidths(
    {
      time: orders.flatMap(({ created, updated }) => [created, updated].map(shown.moment)),
      pair: orders.map(({ instrument }) => marketTitle(instrument)),
      kind: orders.flatMap(({ stopPrice, expiresAt }) => [
        stopPrice === "" ? "" : shown.stop(shown.price(stopPrice)),
        expiresAt === 0 ? "" : small(shown.until(expiresAt)),
      ]),
      price: orders.map(({ price }) => shown.price(price)),
      average: orders.map((order) => shown.price(average(order) ?? "")),
      filled: orders.map((order) => filledText(order, shown)),
      total: orders.map((order) => shown.amount(orderTotal(order) ?? "", quoteOf(order))),
    },
    { price: PENCIL_REM },
  )
}

export function fillWidths(fills: readonly OwnFill[], shown: ShownTexts): ColumnWidths {
  return columnWidths({
    time: fills.map(({ time }) => shown.moment(time)),
    pair: fills.map(({ instrument }) => marketTitle(instrument)),
    price: fills.map(({ price }) => shown.price(price)),
    quantity: fills.map((fill) => shown.amount(fill.quantity, currenciesOf(fill.instrument).base)),
    total: fills.map((fill) => shown.amount(fill.turnover, currenciesOf(fill.instrument).quote)),
    fee: fills.map((fill) => `${shown.amount(fill.fee, fill.feeCurrency)} ${fill.feeCurrency}`),
  })
}

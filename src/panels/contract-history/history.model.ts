/** The lists of what was of contracts: what each asks the server, and what a row of it says. Plain functions. */

import { formatAmount, signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Notice, PerpetualFill, PerpetualOrder } from "#core/wire/contract.ts"
import type { closedPositions } from "#core/wire/contract-position-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { Column } from "#core/workspace/table-columns.ts"
import { ALL_TIME, type Period, timesOf } from "../../stores/period.ts"

const FIELD_NAMES: Readonly<Record<string, string>> = { notes: "journal:head", share: "share:short" }

export const HISTORY_TABS = [
  "orders",
  "fills",
  "closed",
  "funding",
  "liquidations",
  "deleveragings",
  "journal",
] as const
export type HistoryTab = (typeof HISTORY_TABS)[number]
export type ClosedRow = ResponseOf<typeof closedPositions>["rows"][number]

/** Of each list that is a table: its figures in their order, between contract and what can be done with a row. */
export const HISTORY_FIELDS = {
  orders: ["side", "type", "price", "average", "filled", "amount", "fee", "status"],
  fills: ["side", "price", "amount", "realised", "fee", "role"],
  closed: [
    ...["position", "amount", "opened", "closed", "realised", "fees", "funding", "net", "netRatio"],
    ...["closedBy", "notes", "share"],
  ],
  funding: ["amount", "mark", "rate", "funding"],
  liquidations: ["step", "amount", "limit", "mark", "equity", "maintenance", "fee"],
  deleveragings: ["amount", "closed", "value"],
} as const satisfies Partial<Record<HistoryTab, readonly string[]>>
export type HistoryTable = keyof typeof HISTORY_FIELDS

export interface HistoryColumn extends Column {
  /** A key of the words. */
  name: string
}

/** The columns of a list; what a row is of can't be hidden. */
export const HISTORY_COLUMNS = Object.fromEntries(
  Object.entries(HISTORY_FIELDS).map(([table, fields]) => [
    table,
    [
      { key: "time", name: "positions:history.head.time" },
      { key: "contract", name: "positions:contract", isKept: true },
      ...fields.map((key) => ({ key, name: FIELD_NAMES[key] ?? `positions:history.head.${key}` })),
    ],
  ]),
) as unknown as Readonly<Record<HistoryTable, readonly HistoryColumn[]>>

/** Under which name the choice is kept. */
export const historyTable = (table: HistoryTable): string => `history-${table}`

export interface HistoryFilter {
  /** Empty: of every contract. */
  instrument: string
  period: Period
}
export const NO_FILTER: HistoryFilter = { instrument: "", period: ALL_TIME }

export const isNarrowed = ({ instrument, period }: HistoryFilter): boolean =>
  instrument !== "" || period.span !== "all"

/** What the server is asked; left out is what isn't filtered by. */
export const queryOf = ({ instrument, period }: HistoryFilter, nowMs: number) => ({
  ...(instrument && { instrument }),
  ...timesOf(period, nowMs),
})

/**
 * A figure of a row; `name` is its head's key. `word`: a key of the words; `base` and `quote`: own amounts in that currency
 * of the contract; `signed`: gained or lost, in the quote; `rate`: told in percent; `return`: in percent, with two decimals.
 */
export interface HistoryField {
  name: string
  kind: "word" | "price" | "base" | "quote" | "signed" | "rate" | "return"
  text: string
}

export interface HistoryRow {
  key: string
  time: number
  instrument: string
  /** A position that a picture can be made of. */
  shared?: { id: number; side: ClosedRow["side"] }
  fields: readonly HistoryField[]
}

const field = (name: string, kind: HistoryField["kind"], text: string): HistoryField => ({ name, kind, text })

export function orderRow(order: PerpetualOrder): HistoryRow {
  const { id, updated, instrument, side, type, price, quantity, executed, status, fee } = order
  return {
    ...{ key: String(id), time: updated, instrument },
    fields: [
      field("side", "word", `trade:orders.${side}`),
      field("type", "word", `trade:orders.type.${type}`),
      field("price", "price", price),
      field("average", "price", averageOf(order)),
      field("filled", "base", executed),
      field("amount", "base", quantity),
      field("fee", "quote", fee),
      field("status", "word", `trade:orders.status.${status}`),
    ],
  }
}

/** Of what has filled, to the nearest 1e-8; empty while nothing has. */
function averageOf({ executed, executedQuote }: PerpetualOrder): string {
  const lots = unitsOf(executed)
  return lots === 0n ? "" : formatAmount((unitsOf(executedQuote) * UNITS_PER_COIN + lots / 2n) / lots)
}

export function fillRow(fill: PerpetualFill): HistoryRow {
  const { instrument, trade, order, time, side, price, quantity, realised, fee, liquidity } = fill
  return {
    ...{ key: `${instrument} ${trade} ${order}`, time, instrument },
    fields: [
      field("side", "word", `trade:orders.${side}`),
      field("price", "price", price),
      field("amount", "base", quantity),
      field("realised", "signed", realised),
      field("fee", "quote", fee),
      field("role", "word", `trade:orders.${liquidity}`),
    ],
  }
}

export function closedRow(row: ClosedRow): HistoryRow {
  const { id, updated, instrument, side, openedQuantity, openPrice, closePrice, realised } = row
  const fees =
    signedUnitsOf(row.openingFee) + signedUnitsOf(row.closingFee) + signedUnitsOf(row.liquidationFee)
  const funding = signedUnitsOf(row.fundingReceived) - signedUnitsOf(row.fundingPaid)
  return {
    ...{ key: String(id), time: updated, instrument, shared: { id, side } },
    fields: [
      field("position", "word", `positions:side.${side}`),
      field("amount", "base", openedQuantity),
      field("opened", "price", openPrice),
      field("closed", "price", closePrice),
      field("realised", "signed", realised),
      field("fees", "signed", formatAmount(-fees)),
      field("funding", "signed", formatAmount(funding)),
      field("net", "signed", row.net),
      field("netRatio", "return", row.netRatio),
      field("closedBy", "word", `positions:closedBy.${row.closedBy}`),
    ],
  }
}

export function fundingRow({ id, time, instrument, quantity, mark, rate, amount }: Notice): HistoryRow {
  return {
    ...{ key: id, time, instrument },
    fields: [
      field("amount", "base", quantity),
      field("mark", "price", mark),
      field("rate", "rate", rate),
      field("funding", "signed", amount),
    ],
  }
}

export function liquidationRow(notice: Notice): HistoryRow {
  const { id, time, instrument, kind, quantity, price, mark, equity, maintenance, amount } = notice
  return {
    ...{ key: id, time, instrument },
    fields: [
      field("step", "word", `positions:closedBy.${kind}`),
      field("amount", "base", quantity),
      field("limit", "price", price),
      field("mark", "price", mark),
      field("equity", "quote", equity),
      field("maintenance", "quote", maintenance),
      field("fee", "quote", amount),
    ],
  }
}

/** Without a fee, and never of one's own loss: what it closed, and at which price. */
export function deleveragingRow({ id, time, instrument, quantity, price }: Notice): HistoryRow {
  const turnover = formatAmount((unitsOf(quantity) * unitsOf(price)) / UNITS_PER_COIN)
  return {
    ...{ key: id, time, instrument },
    fields: [
      field("amount", "base", quantity),
      field("closed", "price", price),
      field("value", "quote", turnover),
    ],
  }
}

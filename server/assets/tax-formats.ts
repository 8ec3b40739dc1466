/**
 * The files that tax programs read, by their documented columns, dates and words (L9): Koinly's universal template, CoinTracker's
 * CSV and CoinLedger's universal manual template.
 */

import { csvLine } from "#core/wire/csv-text.ts"
import type { TaxFormat } from "#core/wire/index.ts"
import type { TaxAmount, TaxKind, TaxLeg } from "./tax-legs.ts"

interface Format {
  columns: readonly string[]
  fields: (leg: TaxLeg) => string[]
}

/** A word of a kind, where it differs by what was sent or received. */
type Words = Readonly<Record<TaxKind, string | { sent: string; received: string }>>

const KOINLY: Words = {
  trade: "",
  fee: "cost",
  "contract-fee": "margin fee",
  rebate: "fee refund",
  funding: { sent: "margin fee", received: "realized gain" },
  profit: "realized gain",
  second: "realized gain",
  deposit: "",
  withdrawal: "",
  "withdrawal-fee": "cost",
  practice: "",
  reward: "reward",
  "early-fee": "cost",
  correction: "",
}

const gainOrLoss = { sent: "margin loss", received: "margin gain" }
const COINTRACKER: Words = {
  trade: "",
  fee: "",
  "contract-fee": "margin fee",
  rebate: "margin rebate",
  funding: { sent: "margin fee", received: "margin gain" },
  profit: gainOrLoss,
  second: gainOrLoss,
  deposit: "",
  withdrawal: "",
  "withdrawal-fee": "",
  practice: "",
  reward: "interest",
  "early-fee": "",
  correction: "",
}

/** It knows no derivatives: profits are income, losses and fees payments; the description says what they are. */
const incomeOrPayment = { sent: "Merchant Payment", received: "Income" }
const ownMoney = { sent: "Withdrawal", received: "Deposit" }
const COINLEDGER: Words = {
  trade: "Trade",
  fee: incomeOrPayment,
  "contract-fee": incomeOrPayment,
  rebate: incomeOrPayment,
  funding: incomeOrPayment,
  profit: incomeOrPayment,
  second: incomeOrPayment,
  deposit: ownMoney,
  withdrawal: ownMoney,
  "withdrawal-fee": incomeOrPayment,
  practice: ownMoney,
  reward: "Interest",
  "early-fee": incomeOrPayment,
  correction: ownMoney,
}

const FORMATS: Readonly<Record<TaxFormat, Format>> = {
  koinly: {
    columns: [
      ...["Date", "Sent Amount", "Sent Currency", "Received Amount", "Received Currency", "Fee Amount"],
      ...["Fee Currency", "Net Worth Amount", "Net Worth Currency", "Label", "Description", "TxHash"],
    ],
    fields: (leg) => [
      `${dayOf(leg.time)} ${clockOf(leg.time)} UTC`,
      ...[...pair(leg.sent), ...pair(leg.received), ...pair(leg.fee)],
      ...["", "", wordOf(KOINLY, leg), leg.note, ""],
    ],
  },
  cointracker: {
    columns: [
      ...["Date", "Received Quantity", "Received Currency", "Sent Quantity", "Sent Currency"],
      ...["Fee Amount", "Fee Currency", "Tag"],
    ],
    fields: (leg) => [
      `${usDayOf(leg.time)} ${clockOf(leg.time)}`,
      ...[...pair(leg.received), ...pair(leg.sent), ...pair(leg.fee)],
      wordOf(COINTRACKER, leg),
    ],
  },
  coinledger: {
    columns: [
      ...[
        "Date (UTC)",
        "Platform (Optional)",
        "Asset Sent",
        "Amount Sent",
        "Asset Received",
        "Amount Received",
      ],
      ...[
        "Fee Currency (Optional)",
        "Fee Amount (Optional)",
        "Type",
        "Description (Optional)",
        "TxHash (Optional)",
      ],
    ],
    fields: (leg) => [
      `${usDayOf(leg.time)} ${clockOf(leg.time)}`,
      ...["", ...pair(leg.sent).reverse(), ...pair(leg.received).reverse(), ...pair(leg.fee).reverse()],
      ...[wordOf(COINLEDGER, leg), leg.note, ""],
    ],
  },
}

/** The heads of a file. Without a byte order mark: those programs compare the first head letter by letter. */
export const taxHead = (format: TaxFormat): string => csvLine(FORMATS[format].columns)

export const taxLine = (format: TaxFormat, leg: TaxLeg): string => csvLine(FORMATS[format].fields(leg))

const pair = (of: TaxAmount | null): [amount: string, currency: string] =>
  of ? [of.amount, of.currency] : ["", ""]

function wordOf(words: Words, { kind, sent }: TaxLeg): string {
  const word = words[kind]
  return typeof word === "string" ? word : sent ? word.sent : word.received
}

/** All by UTC: `2026-07-25`. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const clockOf = (time: number): string => new Date(time).toISOString().slice(11, 19)
const usDayOf = (time: number): string => dayOf(time).replace(/^(\d+)-(\d\d)-(\d\d)$/, "$2/$3/$1")

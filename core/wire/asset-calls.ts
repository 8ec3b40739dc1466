/** Calls about money: the three accounts, transfers between them, the transaction history, practice money. */

import { z } from "zod/mini"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, cursor, limitWithin, next, sequence, timeMs, timeRange } from "./scalar.ts"
import { balance, balanceExample, requestKey, sentAt, wallet } from "./trading.ts"

const currency = described(z.string().check(z.regex(/^[A-Z0-9]{1,16}$/)), "E.g. `USDT`.")

/** Why an amount moved. Kinds of issues to come are added to the end; take others the same way. */
export const BILL_KINDS = [
  "trade",
  "fee",
  "funding",
  "margin",
  "liquidation",
  "transfer",
  "practice",
  "correction",
  "second",
  "deposit",
  "withdrawal",
  "withdrawal-fee",
  "ai",
] as const

export const assets = endpoint({
  method: "GET",
  path: "/assets/index",
  summary: "All balances of the three accounts, and what each currency is worth",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    time: timeMs,
    balances: z.array(balance),
    rates: described(
      z.array(z.object({ currency, rate: described(amountText, "Worth of one, in USDT; empty: unknown.") })),
      "For every currency that is traded: last price, USDT itself is 1.",
    ),
    ai: described(
      z.array(z.object({ currency, principal: amountText, reward: amountText })),
      "Running holdings of AI products, together: what was paid in and what has been earned of it. They are in no account.",
    ),
    practice: described(
      z.array(z.object({ currency, amount: amountText })),
      "What `/assets/practice` gives; empty where money isn't practice money.",
    ),
    practiceAt: described(timeMs, "When it gives (again); up to `time`: now."),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      time: 1_785_000_000_000,
      balances: [balanceExample],
      rates: [
        { currency: "USDT", rate: "1" },
        { currency: "BTC", rate: "67284.1" },
      ],
      ai: [{ currency: "USDT", principal: "1000", reward: "0.2" }],
      practice: [{ currency: "USDT", amount: "10000" }],
      practiceAt: 0,
    },
  },
})

export const transfer = endpoint({
  method: "POST",
  path: "/assets/transfer",
  summary: "Moves an amount between two of the own accounts, at once",
  access: "user",
  limit: "account",
  request: z.strictObject({
    from: wallet,
    to: wallet,
    currency,
    amount: amountText,
    key: requestKey,
    sentAt,
  }),
  response: z.object({
    id: described(sequence, "Of the journal; the bill shows it."),
    balances: described(z.array(balance), "Both accounts as they stand after it."),
    time: timeMs,
  }),
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_CURRENCY",
    "INDEX_STALE",
    "TRANSFERS_STOPPED",
    "WRONG_SIZE",
    "TYPE_COMBINATION",
    "INSUFFICIENT_BALANCE",
    "INSUFFICIENT_MARGIN",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: { from: "funding", to: "contract", currency: "USDT", amount: "250", key: "t-4" },
    response: { id: 990_215, balances: [balanceExample], time: 1_785_000_000_000 },
  },
})

export const billRow = named(
  "BillRow",
  z.object({
    id: described(z.string(), "Unique; rises with time."),
    time: timeMs,
    wallet,
    currency,
    kind: described(
      z.string(),
      "Why: one of the kinds that the list can be narrowed to. Others may come: take them the same way.",
    ),
    amount: described(amountText, "Signed: what the account gained or lost, available and held together."),
    balance: described(
      amountText,
      "Available and held together, after it. Of the contract account with the margins of its positions; below zero while open profit stands for what was lent to it.",
    ),
    reference: described(z.string(), "What it was for, e.g. `order:184201`; may be empty."),
    instrument: described(z.string(), "Market of a trade, a fee or a second contract; else empty."),
  }),
  { description: "One line of the bill." },
)
export type BillRow = z.infer<typeof billRow>

const billFilter = {
  wallet: z.optional(wallet),
  currency: z.optional(currency),
  kind: z.optional(z.enum(BILL_KINDS)),
  ...timeRange,
}

export const bill = endpoint({
  method: "GET",
  path: "/assets/bill",
  summary: "Every movement of the own money, the newest first",
  notes:
    "Freezing and releasing is no movement: only what an account gained or lost is told. `/assets/export` gives the same lines, with the same filters and without paging, as CSV, and `/assets/taxExport` what of them counts for taxes, in the columns of tax programs.",
  access: "user",
  limit: "history",
  request: z.strictObject({ ...billFilter, cursor, limit: limitWithin(500, 50) }),
  response: z.object({ rows: z.array(billRow), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { currency: "USDT", from: 1_784_937_600_000, to: 1_785_023_999_999 },
    response: {
      rows: [
        {
          id: "990214-1",
          time: 1_785_000_001_250,
          wallet: "funding",
          currency: "USDT",
          kind: "trade",
          amount: "-134.5682",
          balance: "9865.4318",
          reference: "order:184201",
          instrument: "BTC_USDT",
        },
      ],
      next: "",
    },
  },
})

/** Outside the envelope: the answer is the file. The query is that of the bill, without paging. */
export const BILL_EXPORT_PATH = "/assets/export"
export const billExportRequest = z.strictObject(billFilter)
/** Files that one address may ask for in a minute. */
export const BILL_EXPORTS_PER_MINUTE = 10
export const billExportExample =
  "id,time,wallet,currency,kind,amount,balance,instrument,reference\r\n990214-1,2026-07-25T17:20:01.250Z,funding,USDT,trade,-134.5682,9865.4318,BTC_USDT,order:184201\r\n"

/** The same money for tax programs, one row a leg. Outside the envelope too; whole, whatever filters the bill has on. */
export const TAX_EXPORT_PATH = "/assets/taxExport"
export const TAX_FORMATS = ["koinly", "cointracker", "coinledger"] as const
export type TaxFormat = (typeof TAX_FORMATS)[number]
export const taxExportRequest = z.strictObject({
  format: described(z.enum(TAX_FORMATS), "Whose columns, dates and words the file has."),
  ...timeRange,
})
export const taxExportExample =
  "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\r\n2026-07-25 17:20:01 UTC,134.5682,USDT,0.002,BTC,0.000002,BTC,,,,trade BTC_USDT trade:BTC_USDT:55120,\r\n"

export const practiceFunds = endpoint({
  method: "POST",
  path: "/assets/practice",
  summary: "Practice money for the funding account, once a day; only where all money is practice money",
  access: "user",
  limit: "account",
  request: z.strictObject({ key: requestKey }),
  response: z.object({
    balances: described(z.array(balance), "What was credited, as it stands after it."),
    nextAt: described(timeMs, "When there is some again."),
  }),
  problems: ["ENGINE_BUSY", "KEY_CONFLICT", "ACCOUNT_FROZEN", "FORBIDDEN", "TOO_SOON"],
  example: {
    request: { key: "p-1" },
    response: { balances: [balanceExample], nextAt: 1_785_086_400_000 },
  },
})

/** Calls about money that comes from chains and goes there: deposits, the sandbox's faucet, withdrawals. */

import { z } from "zod/mini"
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from "../chain/custody-status.ts"
import { codeText, passwordText, totpText } from "./account.ts"
import { chainName, deposit, depositExample, withdrawal, withdrawalExample } from "./custody.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, countWithin, cursor, limitWithin, next, timeMs, timeRange } from "./scalar.ts"
import { requestKey, sentAt } from "./trading.ts"

const currency = described(z.string().check(z.regex(/^[A-Z0-9]{1,16}$/)), "E.g. `USDT`.")
const withdrawalId = countWithin(1, Number.MAX_SAFE_INTEGER, "Of the withdrawal.")
const usdtOrNone = z.union([amountText, z.literal("")])

export const deposits = endpoint({
  method: "GET",
  path: "/assets/deposits",
  summary: "Own deposits, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    currency: z.optional(currency),
    chain: z.optional(chainName),
    status: z.optional(z.enum(DEPOSIT_STATUSES)),
    ...timeRange,
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(deposit), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { currency: "BTC", limit: 1 },
    response: { rows: [depositExample], next: "311" },
  },
})

export const chainFaucet = endpoint({
  method: "POST",
  path: "/assets/faucet",
  summary: "Sends coins of the sandbox's chain to the own deposit address, once a minute; only in a sandbox",
  access: "user",
  limit: "account",
  request: z.strictObject({ currency, chain: chainName, key: requestKey }),
  response: z.object({
    tx: described(z.string(), "The transaction on the chain."),
    address: z.string(),
    amount: amountText,
    nextAt: described(timeMs, "When there is some again."),
  }),
  problems: ["FORBIDDEN", "UNKNOWN_CURRENCY", "CHAIN_CLOSED", "WAIT"],
  example: {
    request: { currency: "USDT", chain: "tron", key: "f-1" },
    response: {
      tx: "4d1f0f5b8a1f7ce9a0b6b2a1c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6",
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      amount: "1000",
      nextAt: 1_785_000_060_000,
    },
  },
})

export const withdrawInfo = endpoint({
  method: "GET",
  path: "/assets/withdrawInfo",
  summary: "What the own withdrawals are bound to at the moment",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    limit: described(usdtOrNone, "In any 24 hours, in USDT; empty: none."),
    used: described(amountText, "Of it, in USDT."),
    left: described(usdtOrNone, "In USDT; empty: no limit."),
    restUntil: described(timeMs, "After a change of password, address or authenticator; up to now: none."),
    isFrozen: described(z.boolean(), "Whether the exchange sends nothing at the moment."),
    frozenReason: described(z.string(), "In the operator's words; may be empty."),
    claims: described(
      z.array(z.object({ currency, amount: amountText })),
      "What the user owes for deposits that a chain took back: while there is any, nothing is sent.",
    ),
    notFinal: described(
      z.array(z.object({ currency, amount: amountText })),
      "Credited, but not final yet: it can be traded, not withdrawn.",
    ),
    needs: z.object({
      tradePassword: described(z.boolean(), "True: none has been set yet; it has to be first."),
      totp: described(z.boolean(), "True: the authenticator's code is asked for."),
    }),
    waitSeconds: described(z.int(), "So long a withdrawal waits and can be cancelled."),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      ...{ limit: "1000", used: "250", left: "750", restUntil: 0, isFrozen: false, frozenReason: "" },
      ...{ claims: [], notFinal: [{ currency: "BTC", amount: "0.5" }] },
      ...{ needs: { tradePassword: false, totp: true }, waitSeconds: 60 },
    },
  },
})

/** What a code is bound to: one for other details doesn't fit. */
const details = {
  currency,
  chain: chainName,
  address: countWithin(1, Number.MAX_SAFE_INTEGER, "Of the own address book."),
  amount: described(amountText, "What the address gets; the fee is paid on top of it."),
}

export const withdrawCode = endpoint({
  method: "POST",
  path: "/assets/withdrawCode",
  summary: "Mails the code for one withdrawal: it fits this amount to this address and no other",
  access: "user",
  limit: "account",
  request: z.strictObject(details),
  response: z.object({
    resend: described(timeMs, "Another code may be asked for from then on."),
    expires: described(timeMs, "The code can be used until then."),
  }),
  problems: ["PRECISION", "WAIT", "UNKNOWN_ADDRESS", "CHAIN_CLOSED", "WRONG_SIZE", "AMOUNT_LIMIT"],
  example: {
    request: { currency: "USDT", chain: "tron", address: 12, amount: "250" },
    response: { resend: 1_785_000_060_000, expires: 1_785_000_600_000 },
  },
})

export const withdraw = endpoint({
  method: "POST",
  path: "/assets/withdraw",
  summary: "Asks for a withdrawal to an address of the own address book",
  notes:
    "Proven by the trade password, the code of `/assets/withdrawCode` for the same details, and the authenticator where one is on. It waits so that it can be cancelled; `/assets/withdrawal` and the private row `withdrawal` tell how it goes on.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    ...details,
    tradePassword: passwordText,
    code: codeText,
    totp: totpText,
    key: requestKey,
    sentAt,
  }),
  response: withdrawal,
  problems: [
    "PRECISION",
    "TRADE_PASSWORD",
    "CODE",
    "TOTP_NEEDED",
    "TOTP_WRONG",
    "WAIT",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "IDENTITY_NEEDED",
    "CLAIMS_OPEN",
    "UNKNOWN_ADDRESS",
    "UNKNOWN_CURRENCY",
    "FORBIDDEN",
    "TRANSFERS_STOPPED",
    "WITHDRAWALS_FROZEN",
    "CHAIN_CLOSED",
    "WRONG_SIZE",
    "MIN_WITHDRAWAL",
    "ADDRESS_WAITING",
    "REST_AFTER_CHANGE",
    "DAILY_LIMIT",
    "INSUFFICIENT_BALANCE",
    "NOT_FINAL",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: {
      ...{ currency: "USDT", chain: "tron", address: 12, amount: "250", key: "w-1" },
      ...{ tradePassword: "seven grey herons", code: "204881" },
    },
    response: withdrawalExample,
  },
})

export const cancelWithdraw = endpoint({
  method: "POST",
  path: "/assets/cancelWithdraw",
  summary: "Takes a withdrawal back, while it is `waiting` or in `review`",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: withdrawalId }),
  response: withdrawal,
  problems: ["ENGINE_BUSY", "UNKNOWN_WITHDRAWAL", "WRONG_STATE"],
  example: {
    request: { id: 87 },
    response: { ...withdrawalExample, status: "cancelled", sequence: 990_911 },
  },
})

export const withdrawals = endpoint({
  method: "GET",
  path: "/assets/withdrawals",
  summary: "Own withdrawals, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    currency: z.optional(currency),
    chain: z.optional(chainName),
    status: z.optional(z.enum(WITHDRAWAL_STATUSES)),
    ...timeRange,
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(withdrawal), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { currency: "USDT", limit: 1 },
    response: { rows: [withdrawalExample], next: "87" },
  },
})

export const withdrawalState = endpoint({
  method: "GET",
  path: "/assets/withdrawal",
  summary: "One own withdrawal",
  access: "user",
  limit: "read",
  request: z.strictObject({ id: withdrawalId }),
  response: withdrawal,
  problems: ["UNKNOWN_WITHDRAWAL"],
  example: { request: { id: 87 }, response: withdrawalExample },
})

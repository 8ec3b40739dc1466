/** Schemas of a user's deposits and withdrawals: the same rows in answers and in private messages. */

import { z } from "zod/mini"
import { CHAINS } from "../chain/chain-assets.ts"
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from "../chain/custody-status.ts"
import { described, named } from "./described.ts"
import { amountText, sequence, timeMs } from "./scalar.ts"

export const chainName = named("ChainName", z.enum(CHAINS), {
  description: "The network that a coin goes over.",
})

/** D1, D2: a deposit as it stands. */
export const deposit = named(
  "Deposit",
  z.object({
    id: described(z.int(), "Rises by one over all deposits of the exchange."),
    chain: chainName,
    currency: z.string(),
    tx: described(z.string(), "The transaction on the chain."),
    index: described(z.int(), "Output or log entry of the transaction."),
    address: described(z.string(), "Own address that it came to."),
    amount: amountText,
    confirmations: described(z.int(), "So far; counted up to `finalAfter`."),
    creditAfter: described(z.int(), "Confirmations at which it is credited."),
    finalAfter: described(z.int(), "Confirmations from which on it may be withdrawn."),
    status: described(
      z.enum(DEPOSIT_STATUSES),
      "`below-minimum`: kept until the sum of its address reaches the least deposit. `vanished`: the chain took it back before the credit, it may come again. `reversed`: after the credit.",
    ),
    seen: described(timeMs, "When it was first seen."),
    credited: described(timeMs, "When it was credited; 0 before that."),
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own deposit as it stands." },
)
export type Deposit = z.infer<typeof deposit>

export const depositExample: Deposit = {
  id: 311,
  chain: "bitcoin",
  currency: "BTC",
  tx: "9f0c1d2e3b4a59687706f5e4d3c2b1a09f0c1d2e3b4a59687706f5e4d3c2b1a0",
  index: 0,
  address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  amount: "0.5",
  confirmations: 1,
  creditAfter: 2,
  finalAfter: 6,
  status: "confirming",
  seen: 1_785_000_000_300,
  credited: 0,
  sequence: 990_801,
}

/** D3–D5: a withdrawal as it stands. */
export const withdrawal = named(
  "Withdrawal",
  z.object({
    id: described(z.int(), "Rises by one over all withdrawals of the exchange."),
    key: described(z.string(), "As it was given with the request."),
    chain: chainName,
    currency: z.string(),
    address: z.string(),
    remark: described(z.string(), "Of the address in the address book, as it was then."),
    amount: described(amountText, "What the address gets."),
    fee: described(amountText, "Paid on top of it."),
    status: described(
      z.enum(WITHDRAWAL_STATUSES),
      "It can be cancelled while it is `waiting` or in `review`.",
    ),
    reason: described(z.string(), "Why it was rejected or failed; empty otherwise."),
    tx: described(z.string(), "The transaction on the chain; empty before it is sent."),
    requested: timeMs,
    waitsUntil: described(timeMs, "Until then it stays `waiting`."),
    updated: described(timeMs, "When its state last changed."),
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own withdrawal as it stands." },
)
export type Withdrawal = z.infer<typeof withdrawal>

export const withdrawalExample: Withdrawal = {
  id: 87,
  key: "w-1",
  chain: "tron",
  currency: "USDT",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  remark: "Cold wallet",
  amount: "250",
  fee: "1",
  status: "waiting",
  reason: "",
  tx: "",
  requested: 1_785_000_000_300,
  waitsUntil: 1_785_000_060_300,
  updated: 1_785_000_000_300,
  sequence: 990_802,
}

/** The operator's commands about withdrawals (D3). */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { AskOf, ResponseOf } from "#core/wire/index.ts"
import type { operatorEndpoints as calls } from "#core/wire/operator-calls.ts"
import { type Command, command, date, type Given, list, more, optional, reason, table } from "./word-forms.ts"

type Withdrawal = ResponseOf<(typeof calls)["operatorWithdrawal"]>
type Status = AskOf<(typeof calls)["operatorWithdrawals"]>["status"]

/** What is no number is sent as it is, for the server to refuse. */
const withdrawal = ({ words: [id = ""] }: Given) => ({ id })

/** A chain that there isn't is sent as it is, likewise. */
const chainAsset = (given: Given) => {
  const [chain = "", currency = ""] = given.words
  return { chain: chain as Chain, currency, reason: reason(given) }
}

const inFull = ({ requested, waitsUntil, updated, approvedBy, worth, ...rest }: Withdrawal): string[] =>
  list({
    ...rest,
    worth: worth === "" ? "unknown" : `${worth} USDT`,
    requested: date(requested),
    waitsUntil: date(waitsUntil),
    updated: date(updated),
    approvedBy: approvedBy.join(", "),
  })

export const CUSTODY_COMMANDS: Readonly<Record<string, Command>> = {
  withdrawals: command({
    usage: "withdrawals [--status STATUS] [--limit N] [--cursor C]",
    meaning: "withdrawals to be decided, the longest waiting first; or those in a state, such as sending",
    options: ["status", "limit", "cursor"],
    words: 0,
    call: "operatorWithdrawals",
    ask: (given) => ({
      ...(optional("status", given) as { status?: NonNullable<Status> }),
      ...optional("limit", given),
      ...optional("cursor", given),
    }),
    show: ({ isFrozen, frozenReason, troubles, rows, next }) => [
      ...(isFrozen ? [`WITHDRAWALS ARE FROZEN: ${frozenReason}`] : []),
      ...troubles.map((trouble) => `Held up: ${trouble}`),
      ...table(
        rows.map(({ id, uid, status, requested, amount, currency, worth, chain, address, approvedBy }) => [
          ...[id, uid, status, date(requested), `${amount} ${currency}`, worth && `${worth} USDT`],
          ...[chain, address, approvedBy.join(", ")],
        ]),
      ),
      ...(rows.length === 0 ? ["None."] : []),
      ...more(next),
    ],
  }),
  withdrawal: command({
    usage: "withdrawal ID",
    meaning: "one in full",
    options: [],
    words: 1,
    call: "operatorWithdrawal",
    ask: withdrawal,
    show: inFull,
  }),
  "withdraw-approve": command({
    usage: 'withdraw-approve ID [--reason "…"]',
    meaning: "lets one in review be sent; above 50,000 USDT it takes two operators' keys",
    options: ["reason"],
    words: 1,
    call: "operatorWithdrawApprove",
    ask: (given) => ({ ...withdrawal(given), ...optional("reason", given) }),
    show: ({ id, status, approvedBy }) => [
      status === "review"
        ? `${id} is approved by ${approvedBy.join(", ")}; now another operator must, with their own key.`
        : `${id} is ${status}; approved by ${approvedBy.join(", ")}.`,
    ],
  }),
  "withdraw-reject": command({
    usage: 'withdraw-reject ID --reason "…"',
    meaning: "gives the money back; the user reads the reason",
    options: ["reason"],
    words: 1,
    call: "operatorWithdrawReject",
    ask: (given) => ({ ...withdrawal(given), reason: reason(given) }),
    show: ({ id, status }) => [`${id} is ${status}.`],
  }),
  "withdrawals-freeze": command({
    usage: 'withdrawals-freeze --reason "…"',
    meaning: "sends nothing any more, whoever asks; users read the reason",
    options: ["reason"],
    words: 0,
    call: "operatorWithdrawalsFreeze",
    ask: (given) => ({ reason: reason(given) }),
    show: ({ reason: why }) => [`Withdrawals are frozen: ${why}`],
  }),
  "withdrawals-unfreeze": command({
    usage: 'withdrawals-unfreeze --reason "…"',
    meaning: "lets withdrawals go on",
    options: ["reason"],
    words: 0,
    call: "operatorWithdrawalsUnfreeze",
    ask: (given) => ({ reason: reason(given) }),
    show: () => ["Withdrawals go on."],
  }),
  "chain-close": command({
    usage: 'chain-close CHAIN CURRENCY --reason "…"',
    meaning: "shuts a coin on a chain: nothing is sent, no deposit address told; what comes in is credited",
    options: ["reason"],
    words: 2,
    call: "operatorChainClose",
    ask: chainAsset,
    show: ({ chain, currency }) => [`${currency} over ${chain} is shut.`],
  }),
  "chain-open": command({
    usage: 'chain-open CHAIN CURRENCY --reason "…"',
    meaning: "opens it again",
    options: ["reason"],
    words: 2,
    call: "operatorChainOpen",
    ask: chainAsset,
    show: ({ chain, currency }) => [`${currency} over ${chain} is open.`],
  }),
}

/** The private messages of the socket: one for each kind of private-rows.ts, and the snapshot of the whole account. */

import { z } from "zod/mini"
import { forEachKind, kindsOf } from "../account/kept-rows.ts"
import { aiHolding, aiHoldingExample } from "./ai.ts"
import { alertExample, alertRow } from "./alert.ts"
import {
  notice,
  noticeExample,
  perpetualFill,
  perpetualOrder,
  position,
  positionExample,
} from "./contract.ts"
import { deposit, depositExample, withdrawal, withdrawalExample } from "./custody.ts"
import { described } from "./described.ts"
import { type MessageEntry, message } from "./message.ts"
import { pausedExample, pausedRow } from "./paused-calls.ts"
import { type PrivateKind, type PrivateRows, privateRows } from "./private-rows.ts"
import { sequence, timeMs } from "./scalar.ts"
import { secondContract, secondContractExample } from "./second.ts"
import { balance, balanceExample, spotFill, spotFillExample, spotOrder, spotOrderExample } from "./trading.ts"
import { twapExample, twapRow } from "./twap-calls.ts"

/** Order rule of all that is private: each message names the one before. Numbers rise, not always by one. */
const chained = {
  prev: described(sequence, "`n` of the private message before; if it isn't your own, `auth` again."),
  n: described(sequence, "Of this message."),
}
type RowsOf<Kind extends PrivateKind> = z.ZodMiniArray<z.ZodMiniType<PrivateRows[Kind]>>

interface Words<Row> {
  /** What the list in the `account` message holds. */
  inSnapshot: string
  summary: string
  notes: string
  example: { name: string; row: Row }
}

function privateMessage<Kind extends PrivateKind>(
  kind: Kind,
  row: z.ZodMiniType<PrivateRows[Kind]>,
  words: Words<PrivateRows[Kind]>,
) {
  const rows: RowsOf<Kind> = z.array(row)
  return { row, schema: message(kind, z.object({ ...chained, rows })), ...words }
}

/** The message of each kind: rows as they stand after a command. */
export const privateMessages = {
  fill: privateMessage("fill", z.union([spotFill, perpetualFill]), {
    inSnapshot: `The last ${privateRows.fill.inSnapshot} fills, oldest first.`,
    summary: "Own fills",
    notes: "One side of a trade each, oldest first.",
    example: { name: "one fill", row: spotFillExample },
  }),
  order: privateMessage("order", z.union([spotOrder, perpetualOrder]), {
    inSnapshot: "Open orders, rising by id.",
    summary: "Own orders as they stand after a command",
    notes: "An ended order comes once, with its end.",
    example: { name: "partly filled", row: spotOrderExample },
  }),
  position: privateMessage("position", position, {
    inSnapshot: "Open positions, rising by id.",
    summary: "Own positions as they stand after a command",
    notes:
      "A closed position comes once, with its end. Marks are on the channel `mark`: profit and margin follow from both.",
    example: { name: "a long position", row: positionExample },
  }),
  second: privateMessage("second", secondContract, {
    inSnapshot: "Open second contracts, rising by id.",
    summary: "Own second contracts as they stand after a command",
    notes:
      "An ended one comes once, with its end. The running index is on the channel `index`; the server alone decides, at the tick that `settle` names.",
    example: { name: "a contract that won", row: secondContractExample },
  }),
  deposit: privateMessage("deposit", deposit, {
    inSnapshot: "Deposits that are under way, rising by id.",
    summary: "Own deposits as they stand after a command",
    notes:
      "Each confirmation comes; one that is final, has vanished or was reversed comes once more, with its end.",
    example: { name: "one confirmation of two", row: depositExample },
  }),
  withdrawal: privateMessage("withdrawal", withdrawal, {
    inSnapshot: "Withdrawals that are under way, rising by id.",
    summary: "Own withdrawals as they stand after a command",
    notes: "An ended one comes once, with its end.",
    example: { name: "one that waits", row: withdrawalExample },
  }),
  ai: privateMessage("ai", aiHolding, {
    inSnapshot: "Holdings of AI products that are in progress, rising by id.",
    summary: "Own holdings of AI products as they stand after a command",
    notes: "Once a day with its reward, at 00:00 UTC; an ended one comes once, with its end.",
    example: { name: "a holding with one day's reward", row: aiHoldingExample },
  }),
  balance: privateMessage("balance", balance, {
    inSnapshot: "All balances.",
    summary: "Own balances that changed",
    notes: "As they stand after the command.",
    example: { name: "one balance", row: balanceExample },
  }),
  notice: privateMessage("notice", notice, {
    inSnapshot: `The last ${privateRows.notice.inSnapshot} notices, oldest first.`,
    summary: "What the exchange did to own positions by itself",
    notes: "Funding, steps of a liquidation, take-overs, deleveraging; oldest first.",
    example: { name: "funding paid", row: noticeExample },
  }),
  alert: privateMessage("alert", alertRow, {
    inSnapshot: "Alerts that are armed or paused, and those whose firing hasn't been seen, rising by id.",
    summary: "Own alerts as they stand after a change",
    notes: "A fired one comes once with its value; one that is removed comes once, with its end.",
    example: { name: "one that is armed", row: alertExample },
  }),
  twap: privateMessage("twap", twapRow, {
    inSnapshot: "TWAPs that run or are paused, and for a day those that have ended, rising by id.",
    summary: "Own TWAPs as they stand after a command",
    notes:
      "With each slice, pause, resumption and end; one that was put away, or ended a day ago, comes once more as `gone`.",
    example: { name: "one after its first slice", row: twapExample },
  }),
  paused: privateMessage("paused", pausedRow, {
    inSnapshot: "Scaled orders and icebergs that are paused, in the order in which they were.",
    summary: "Own scaled orders and icebergs that are paused, as they stand after a command",
    notes: "One of which nothing is paused any more comes once, as `gone`. Nothing is held for them.",
    example: { name: "what remains of a scaled order", row: pausedExample },
  }),
} satisfies { [Kind in PrivateKind]: ReturnType<typeof privateMessage<Kind>> }

type SnapshotLists = {
  [Kind in PrivateKind as (typeof privateRows)[Kind]["list"]]: z.ZodMiniArray<
    z.ZodMiniType<PrivateRows[Kind]>
  >
}
const snapshotLists = Object.fromEntries(
  kindsOf<PrivateRows>(privateRows).map((kind) => {
    const { row, inSnapshot } = privateMessages[kind]
    return [privateRows[kind].list, described(z.array<z.ZodMiniType>(row), inSnapshot)]
  }),
) as SnapshotLists

/** All that is the user's, as it stands; replaces what the client holds. Answers `auth`, before anything else private. */
export const accountSnapshot = message(
  "account",
  z.object({
    n: described(sequence, "The next private message has it as `prev`."),
    time: timeMs,
    ...snapshotLists,
  }),
)
export type AccountSnapshot = z.infer<typeof accountSnapshot>["data"]

const EXAMPLE_N = 1_785_000_000_000_004
const EXAMPLE_TIME = 1_785_000_000_000

/** What the documents say of these messages. */
export const privateEntries = {
  account: {
    from: "server",
    schema: accountSnapshot,
    summary: "All that is the user's, as it stands",
    notes:
      "Follows `authenticated` and replaces whatever the client holds. With `since`, what was missed comes instead, if the server still has it.",
    examples: [
      {
        name: "one row of each kind",
        data: {
          n: EXAMPLE_N,
          time: EXAMPLE_TIME,
          ...Object.fromEntries(
            kindsOf<PrivateRows>(privateRows).map((kind) => [
              privateRows[kind].list,
              [privateMessages[kind].example.row],
            ]),
          ),
        },
      },
    ],
  },
  ...forEachKind<Record<PrivateKind, MessageEntry>, PrivateRows>(privateRows, (kind) => {
    const { summary, notes, example } = privateMessages[kind]
    const prev = EXAMPLE_N + kindsOf<PrivateRows>(privateRows).indexOf(kind)
    return {
      from: "server",
      schema: privateMessages[kind].schema,
      summary,
      notes: `${notes} Private: chained by \`prev\` and \`n\`.`,
      examples: [{ name: example.name, data: { prev, n: prev + 1, rows: [example.row] } }],
    }
  }),
} as const satisfies Record<string, MessageEntry>

/** The operator's command line as a table: words, the call they make, and what is shown of the answer. */

import { resolve } from "node:path"
import type { AskOf } from "#core/wire/index.ts"
import type { operatorEndpoints as calls } from "#core/wire/operator-calls.ts"
import { AI_COMMANDS } from "./ai-words.ts"
import { CUSTODY_COMMANDS } from "./custody-words.ts"
import {
  type Command,
  clean,
  command,
  date,
  list,
  more,
  optional,
  reason,
  table,
  text,
  timeAt,
  user,
} from "./word-forms.ts"

export const COMMANDS: Readonly<Record<string, Command>> = {
  identities: command({
    usage: "identities [--status review|verified|refused] [--limit N] [--cursor C]",
    meaning: "identities that were handed in, the longest waiting first",
    options: ["status", "limit", "cursor"],
    words: 0,
    call: "operatorIdentities",
    ask: (given) => ({
      ...(optional("status", given) as { status?: "review" }),
      ...optional("limit", given),
      ...optional("cursor", given),
    }),
    show: ({ rows, next }) => [
      ...table(
        rows.map(({ uid, account, status, residence, submitted, reason }) => [
          uid,
          status,
          date(submitted),
          residence,
          account,
          reason,
        ]),
      ),
      ...(rows.length === 0 ? ["None."] : []),
      ...more(next),
    ],
  }),
  identity: command({
    usage: "identity USER [--pictures FOLDER]",
    meaning: "one in full; --pictures writes front and back of the document into a folder",
    options: ["pictures"],
    words: 1,
    call: "operatorIdentity",
    ask: user,
    show: ({ submitted, decided, ...rest }) =>
      list({ ...rest, submitted: date(submitted), decided: date(decided) }),
  }),
  approve: command({
    usage: "approve USER",
    meaning: "verifies an identity under review",
    options: [],
    words: 1,
    call: "operatorApprove",
    ask: user,
    show: ({ uid }) => [`${uid} is verified.`],
  }),
  refuse: command({
    usage: 'refuse USER --reason "…"',
    meaning: "refuses it; the user reads the reason",
    options: ["reason"],
    words: 1,
    call: "operatorRefuse",
    ask: (given) => ({ ...user(given), reason: reason(given) }),
    show: ({ uid }) => [`${uid} is refused.`],
  }),
  user: command({
    usage: "user USER",
    meaning: "what is known of a user",
    options: [],
    words: 1,
    call: "operatorUser",
    ask: user,
    show: ({ registered, holdUntil, lastLogin, ...rest }) =>
      list({
        ...rest,
        registered: date(registered),
        holdUntil: date(holdUntil),
        lastLogin: date(lastLogin),
      }),
  }),
  freeze: command({
    usage: 'freeze USER --reason "…"',
    meaning: "ends every session at once, and lets none begin",
    options: ["reason"],
    words: 1,
    call: "operatorFreeze",
    ask: (given) => ({ ...user(given), reason: reason(given) }),
    show: ({ uid, ended }) => [`${uid} is frozen; sessions ended: ${ended}.`],
  }),
  unfreeze: command({
    usage: 'unfreeze USER [--reason "…"]',
    meaning: "lets the user in again",
    options: ["reason"],
    words: 1,
    call: "operatorUnfreeze",
    ask: (given) => ({ ...user(given), ...optional("reason", given) }),
    show: ({ uid }) => [`${uid} may log in again.`],
  }),
  "end-sessions": command({
    usage: 'end-sessions USER [--reason "…"]',
    meaning: "logs the user out everywhere",
    options: ["reason"],
    words: 1,
    call: "operatorEndSessions",
    ask: (given) => ({ ...user(given), ...optional("reason", given) }),
    show: ({ uid, ended }) => [`${uid}: sessions ended: ${ended}.`],
  }),
  credit: command({
    usage: 'credit USER SCORE [--reason "…"]',
    meaning: "sets the credit score, 0 to 100",
    options: ["reason"],
    words: 2,
    call: "operatorCredit",
    ask: (given) => ({
      ...user(given),
      credit_score: /^\d{1,3}$/.test(given.words[1] ?? "") ? Number(given.words[1]) : -1,
      ...optional("reason", given),
    }),
    show: ({ uid, before, credit_score }) => [`${uid}: credit score ${before} → ${credit_score}.`],
  }),
  verify: command({
    usage: "verify [--all]",
    meaning: "does the journal again and compares it; --all reads everything that is stored as well",
    options: [],
    flags: ["all"],
    words: 0,
    call: "operatorVerify",
    ask: ({ options }) => (options.all ? { all: true } : {}),
    show: ({ isRight, differences, fromSeq, seq, replayed, compared, readPercent }) => [
      `Read since the start: ${readPercent} % of every page, the whole command log and every sum.`,
      `Commands ${fromSeq + 1} to ${seq} were done again (${replayed}); hashes compared: ${compared}.`,
      ...(isRight ? ["All is as it is stored."] : ["THIS DIFFERS:", ...differences.map(clean)]),
    ],
  }),
  backup: command({
    usage: "backup FOLDER",
    meaning: "copies everything into a folder; where a backup lies there, adds the commands since",
    options: [],
    words: 1,
    call: "operatorBackup",
    ask: ({ words }) => ({ folder: resolve(words[0] ?? "") }),
    show: ({ isWhole, fromSeq, seq, time, bytes }) => [
      isWhole
        ? `Everything up to command ${seq} of ${date(time)} was copied: ${bytes} bytes.`
        : `Commands ${fromSeq} to ${seq} of ${date(time)} were added: ${bytes} bytes.`,
    ],
  }),
  "hand-over": command({
    usage: "hand-over",
    meaning: "ends this server cleanly for the one that stands by (docs/upgrade.md)",
    options: [],
    words: 0,
    call: "operatorHandOver",
    refused: "no server stands by: start one with SAKER_STANDBY=1 on the same PostgreSQL database first",
    ask: () => ({}),
    show: ({ standbys }) => [
      "This server answers what it was asked, keeps its state and ends.",
      ...standbys.map((name) => `Stands by: ${clean(name)}`),
    ],
  }),
  "audit-resume": command({
    usage: 'audit-resume --reason "…"',
    meaning: "lets trading go on after the self-audit stopped it; two operators' keys within an hour",
    options: ["reason"],
    words: 0,
    call: "operatorAuditResume",
    ask: (given) => ({ reason: reason(given) }),
    show: ({ isResumed, asked }) => [
      isResumed
        ? `Trading goes on; ${asked} had asked for it.`
        : `${asked} has asked; now another operator must, with their own key, within an hour.`,
    ],
  }),
  schedule: command({
    usage: 'schedule MARKET [--open-at TIME] [--delist-at TIME] --reason "…"',
    meaning: "sets when a market opens and when it is delisted; TIME as 2027-01-31T08:00Z, or none",
    options: ["open-at", "delist-at", "reason"],
    words: 1,
    call: "operatorSchedule",
    ask: (given) => ({
      instrument: (given.words[0] ?? "") as AskOf<(typeof calls)["operatorSchedule"]>["instrument"],
      ...timeAt("openAt", given.options["open-at"]),
      ...timeAt("delistAt", given.options["delist-at"]),
      reason: reason(given),
    }),
    show: ({ instrument, state, openAt, delistAt }) => [
      `${instrument} is ${state}; opens: ${date(openAt)}, delisted: ${date(delistAt)}.`,
    ],
  }),
  walk: command({
    usage: 'walk MARKET --to PERCENT --seconds N --reason "…"',
    meaning:
      "makes a simulated price walk to so many percent of its own path, 100 back to it; only with SAKER_PRICE_WALKS=1",
    options: ["to", "seconds", "reason"],
    words: 1,
    call: "operatorWalk",
    ask: (given) => ({
      instrument: (given.words[0] ?? "") as AskOf<(typeof calls)["operatorWalk"]>["instrument"],
      percent: Number(text(given.options.to) || Number.NaN),
      seconds: Number(text(given.options.seconds) || Number.NaN),
      reason: reason(given),
    }),
    show: ({ instrument, until }) => [`The price of ${instrument} walks, and is there at ${date(until)}.`],
  }),
  ...CUSTODY_COMMANDS,
  ...AI_COMMANDS,
  "key-add": command({
    usage: "key-add NAME",
    meaning: "makes an operator's key and shows it once; the first one needs no key",
    options: [],
    words: 1,
    call: "operatorKeyAdd",
    ask: ({ words: [name = ""] }) => ({ name }),
    show: ({ name, key }) => [
      `The key of ${name}, shown this once:`,
      key,
      "Whoever acts as this operator sets it as SAKER_OPERATOR_KEY.",
    ],
  }),
  "key-revoke": command({
    usage: "key-revoke NAME",
    meaning: "ends an operator's key at once",
    options: [],
    words: 1,
    call: "operatorKeyRevoke",
    ask: ({ words: [name = ""] }) => ({ name }),
    show: ({ name }) => [`The key of ${name} opens nothing any more.`],
  }),
  keys: command({
    usage: "keys",
    meaning: "all operators' keys, the newest first: when made, by whom, when revoked",
    options: [],
    words: 0,
    call: "operatorKeys",
    ask: () => ({}),
    show: ({ rows }) =>
      table(rows.map(({ name, made, by, revoked }) => [name, date(made), by, date(revoked)])),
  }),
  audit: command({
    usage: "audit [--user USER] [--limit N] [--cursor C]",
    meaning: "what operators did, the newest first",
    options: ["user", "limit", "cursor"],
    words: 0,
    call: "operatorAudit",
    ask: (given) => ({
      ...optional("user", given),
      ...optional("limit", given),
      ...optional("cursor", given),
    }),
    show: ({ rows, next }) => [
      ...table(
        rows.map(({ time, by, action, uid, detail, reason }) => [
          date(time),
          by,
          action,
          uid,
          detail,
          reason,
        ]),
      ),
      ...(rows.length === 0 ? ["None."] : []),
      ...more(next),
    ],
  }),
}

export const HELP = [
  "Saker's operator, acting through the server that runs on this machine.",
  "",
  "  npm run operator -- COMMAND [--json]",
  "",
  ...table(Object.values(COMMANDS).map(({ usage, meaning }) => [`  ${usage}`, meaning])),
  "",
  "  restore BACKUP FOLDER [--to TIME]  without a server: a backup into a new data folder, to its end or to a moment",
  "",
  "USER is a UID, an e-mail address or a phone number. --json prints the answer as it came.",
  "The server is found by its data folder: set SAKER_DATA as it was set for the server.",
  "Who acts is said by SAKER_OPERATOR_KEY, a key of their own; every act is written to the audit table under its name.",
  "Exit codes: 0 done, 1 refused, 2 not understood, 3 no server reached.",
]

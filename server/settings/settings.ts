/** All settings in one table, in the order of docs/settings.md: name, default, allowed values, meaning. */

import { accountSettings } from "./account-settings.ts"
import { custodySettings } from "./custody-settings.ts"
import { limitSettings } from "./limit-settings.ts"
import { marketSettings } from "./market-settings.ts"
import { pageSettings } from "./page-settings.ts"
import { absolute, address, onOff, readAmounts, type Setting, setting, whole } from "./setting-readers.ts"
import { watchSettings } from "./watch-settings.ts"

export const SETTINGS = {
  port: setting({
    name: "PORT",
    default: "8080",
    meaning: "Port of page, HTTP and socket; 0 takes a free one",
    ...whole(0, 65_535),
  }),
  host: setting({
    name: "SAKER_HOST",
    default: "0.0.0.0",
    allowed: "an address of this machine or a host name",
    meaning: "Address to listen on; the default lets a phone on the same network in, 127.0.0.1 keeps it out",
    read: (given) => (/^[A-Za-z0-9.:-]{1,253}$/.test(given) ? given : undefined),
  }),
  data: setting({
    name: "SAKER_DATA",
    default: "./data",
    allowed: "a folder that may be written, used by one server at a time",
    meaning: "Folder of the embedded database",
    read: (given) => (given && !given.includes("\0") ? absolute(given) : undefined),
  }),
  databaseUrl: setting({
    name: "DATABASE_URL",
    default: "",
    meaning: "PostgreSQL server to keep the data on, instead of the embedded database",
    secret: true,
    ...address("postgresql:", "postgres:"),
  }),
  replicaUrl: setting({
    name: "DATABASE_REPLICA_URL",
    default: "",
    meaning:
      "With DATABASE_URL: a replica of it that lists of history, statements and exports are read from; nothing: from the same server",
    secret: true,
    ...address("postgresql:", "postgres:"),
  }),
  isStandby: setting({
    name: "SAKER_STANDBY",
    default: "0",
    meaning:
      "With DATABASE_URL: waits while another server writes the same database and takes over when that one ends; one that was taken over ends itself",
    ...onOff,
  }),
  nats: setting({
    name: "SAKER_NATS",
    default: "",
    meaning:
      "NATS server over which gateways reach the one process that has the exchange, with DATABASE_URL (docs/gateways.md); nothing: there are none",
    secret: true,
    ...address("nats:", "tls:"),
  }),
  isGateway: setting({
    name: "SAKER_GATEWAY",
    default: "0",
    meaning:
      "With DATABASE_URL and SAKER_NATS: serves page, calls and sockets for the exchange that another process has",
    ...onOff,
  }),
  forceWrites: setting({
    name: "SAKER_FORCE_WRITES",
    default: "1",
    meaning:
      "Forces every write of the embedded database onto the disk before it is answered; 0 is quicker, and a loss of power loses or damages data",
    ...onOff,
  }),
  ...marketSettings,
  coalesceMs: setting({
    name: "SAKER_COALESCE_MS",
    default: "10",
    meaning: "How long socket events are gathered into one frame, in ms",
    ...whole(0, 1000),
  }),
  heartbeatMs: setting({
    name: "SAKER_HEARTBEAT_MS",
    default: "2500",
    meaning: "How often the socket sends pong, in ms",
    ...whole(100, 60_000),
  }),
  ...pageSettings,
  ...limitSettings,
  practiceFunds: setting({
    name: "SAKER_PRACTICE_FUNDS",
    default: "USDT:10000,BTC:0.05,ETH:1",
    allowed: "nothing (there are none), or amounts such as USDT:10000,BTC:0.05",
    meaning: "Practice money that a user may draw once a day",
    read: readAmounts,
  }),
  binanceDoor: setting({
    name: "SAKER_BINANCE_DOOR",
    default: "",
    allowed: "0, 1, or nothing (1 in the sandbox)",
    meaning: "Serves /binance, the door for programs that were written for Binance (docs/binance-door.md)",
    read: (given) => (given === "" ? null : onOff.read(given)),
  }),
  restartPause: setting({
    name: "SAKER_RESTART_PAUSE",
    default: "",
    allowed: "nothing (10, or 60 after more than five minutes of silence), or a whole number from 0 to 3600",
    meaning: "Seconds after a restart in which orders can only be cancelled; a first start opens at once",
    read: (given) => (given === "" ? null : whole(0, 3600).read(given)),
  }),
  ...accountSettings,
  ...custodySettings,
  ...watchSettings,
  operatorPort: setting({
    name: "SAKER_OPERATOR_PORT",
    default: "0",
    meaning: "Port of the operator's door on 127.0.0.1, for `npm run operator`; 0 takes a free one",
    ...whole(0, 65_535),
  }),
  qr: setting({
    name: "SAKER_QR",
    default: "",
    allowed: "0, 1, or nothing (1 in a terminal)",
    meaning: "Prints a QR code of the address for a phone",
    read: (given) => (given === "" ? null : given === "1" ? true : given === "0" ? false : undefined),
  }),
  logLevel: setting({
    name: "SAKER_LOG",
    default: "warn",
    allowed: "fatal, error, warn, info, debug, silent",
    meaning: "What is logged, as JSON lines on stderr",
    read: (given) =>
      (["fatal", "error", "warn", "info", "debug", "silent"] as const).find((level) => level === given),
  }),
} as const

type SettingName = keyof typeof SETTINGS
type ValueOf<S> = S extends Setting<infer T> ? T : never
export type Settings = { [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> }

/** Read by the tools and tests, not by the server; known so that they are no misspelling. */
const TOOL_NAMES = [
  "SAKER_CHROMIUM",
  "SAKER_CANDLE_KILLS",
  "SAKER_CRASH_ROUNDS",
  "SAKER_RACE_ROUNDS",
  "SAKER_CRASH_KILLS",
  "SAKER_CRASH_WRITES",
  "SAKER_FLIPS",
  "SAKER_FUZZ_CASES",
  "SAKER_FUZZ_SEED",
  "SAKER_HOSTILE_UPLOADS",
  "SAKER_DEV_SERVER",
  "SAKER_OPERATOR_KEY",
  "SAKER_PREVIEW_ROUNDS",
  "SAKER_RECORDINGS",
  "SAKER_REPEATS",
  "SAKER_TEST_DATABASE_URL",
  "SAKER_TESTS",
  "SAKER_WRONG_BOOKS",
]

/**
 * Reads all settings from the environment.
 * @returns the settings, or one line for each that is wrong: its name, what was given, what is allowed.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; settings: Settings } | { ok: false; lines: string[] } {
  const lines: string[] = []
  const settings: Partial<Record<SettingName, unknown>> = {}
  for (const [key, row] of Object.entries(SETTINGS)) {
    const given = environment[row.name] ?? row.default
    const value = row.read(given)
    const shown = row.secret ? "something else" : JSON.stringify(given)
    if (value === undefined) lines.push(`${row.name}: got ${shown}; allowed: ${row.allowed}`)
    settings[key as SettingName] = value
  }
  const known = new Set([...Object.values(SETTINGS).map((row) => row.name), ...TOOL_NAMES])
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("SAKER_") || known.has(name)) continue
    lines.push(`${name}: no such setting; there are ${[...known].join(", ")}`)
  }
  return lines.length > 0 ? { ok: false, lines } : { ok: true, settings: settings as Settings }
}

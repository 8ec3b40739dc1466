/** What can be set from outside? One table: name, default, what is allowed, what it means. */

import { LANGUAGES, type Language, languageOf } from "#core/wire/language.ts"
import {
  absolute,
  address,
  onOff,
  readAmounts,
  readExchangeUrls,
  readFeed,
  readOrigins,
  readPairs,
  readRegions,
  readWeights,
  type Setting,
  setting,
  text,
  web,
  whole,
} from "./setting-readers.ts"

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
  feed: setting({
    name: "SAKER_FEED",
    default: "simulated",
    allowed: "simulated, replay:FILE, or ccxt:EXCHANGE, several parted by commas",
    meaning: "Where prices come from",
    read: readFeed,
  }),
  seed: setting({
    name: "SAKER_SEED",
    default: "1",
    meaning: "Seed of the simulated market; the same seed tells the same history",
    ...whole(0, 4_294_967_295),
  }),
  markets: setting({
    name: "SAKER_MARKETS",
    default: "",
    allowed: "nothing (the catalogue), or a whole number from 1 to 2000",
    meaning: "How many markets the simulation lists, for load",
    read: (given) => (given === "" ? null : whole(1, 2000).read(given)),
  }),
  replaySpeed: setting({
    name: "SAKER_REPLAY_SPEED",
    default: "1",
    allowed: "a number from 0.1 to 1000",
    meaning: "How many times faster than recorded a replay runs",
    read: (given) => {
      const value = /^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : Number.NaN
      return value >= 0.1 && value <= 1000 ? value : undefined
    },
  }),
  pairs: setting({
    name: "SAKER_CCXT_PAIRS",
    default: "",
    allowed:
      "nothing (all of the catalogue that the exchange lists), or pairs such as BTC/USDT, parted by commas",
    meaning: "Spot markets that a ccxt: feed brings; perpetual and second contracts follow from them",
    read: readPairs,
  }),
  weights: setting({
    name: "SAKER_CCXT_WEIGHTS",
    default: "",
    allowed: "nothing (equal), or whole numbers from 1 to 1000 such as binance=3,kraken=1",
    meaning: "How much each exchange of a ccxt: feed counts in the indexes",
    read: readWeights,
  }),
  exchangeUrls: setting({
    name: "SAKER_CCXT_URLS",
    default: "",
    allowed:
      'nothing, a base address for all exchanges, or JSON such as {"binance":{"rest":"http://host:1","ws":"ws://host:2"}}',
    meaning:
      "Where the exchanges of a ccxt: feed answer, if not at their own addresses; their paths are kept",
    read: readExchangeUrls,
  }),
  record: setting({
    name: "SAKER_RECORD",
    default: "",
    allowed: "nothing, or a file that may be written",
    meaning: "Writes what the feed sends to this file, for replay: to play",
    read: (given) => (given === "" ? null : absolute(given)),
  }),
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
  name: setting({
    name: "SAKER_NAME",
    default: "Saker",
    meaning: "Name of the platform on the page",
    ...text(60),
  }),
  logo: setting({
    name: "SAKER_LOGO",
    default: "",
    meaning: "Address of the platform's logo; empty for the built-in mark",
    ...web,
  }),
  content: setting({
    name: "SAKER_CONTENT",
    default: "",
    allowed: "nothing (the texts that come with Saker), or a folder laid out like `content/`",
    meaning: "Folder of the operator's texts: notices, help, about, customer service, documents",
    read: (given) => (given === "" ? null : given.includes("\0") ? undefined : absolute(given)),
  }),
  regions: setting({
    name: "SAKER_REGIONS",
    default: "",
    allowed: "nothing, or ISO codes of regions such as DE,FR,PL",
    meaning: "Regions that the platform serves, counted on the home page; empty: no figure",
    read: readRegions,
  }),
  defaultLanguage: setting({
    name: "SAKER_DEFAULT_LANGUAGE",
    default: "en",
    allowed: LANGUAGES.join(", "),
    meaning: "Language where neither the visitor nor the browser names one",
    read: (given): Language | undefined => languageOf(given),
  }),
  api: setting({
    name: "SAKER_API",
    default: "",
    meaning: "API address for the page; empty: where the page comes from",
    ...web,
  }),
  socket: setting({
    name: "SAKER_SOCKET",
    default: "",
    meaning: "Socket address for the page; empty: /socket where the page comes from",
    ...address("wss:", "ws:"),
  }),
  mobileSite: setting({
    name: "SAKER_MOBILE_SITE",
    default: "",
    meaning: "Address behind the phone QR on the desk; empty: the page's own",
    ...web,
  }),
  ios: setting({ name: "SAKER_IOS", default: "", meaning: "Download address of an iOS app", ...web }),
  android: setting({
    name: "SAKER_ANDROID",
    default: "",
    meaning: "Download address of an Android app",
    ...web,
  }),
  origins: setting({
    name: "SAKER_ORIGINS",
    default: "",
    allowed: "origins such as https://trade.example.org, parted by commas",
    meaning: "Other origins whose pages may call the API and open the socket; its own always may",
    read: readOrigins,
  }),
  connectionsMax: setting({
    name: "SAKER_CONNECTIONS_MAX",
    default: "2000",
    meaning: "Open sockets at a time",
    ...whole(1, 100_000),
  }),
  connectionsPerAddress: setting({
    name: "SAKER_CONNECTIONS_PER_ADDRESS",
    default: "100",
    meaning: "Open sockets at a time from one address",
    ...whole(1, 100_000),
  }),
  subscriptionsMax: setting({
    name: "SAKER_SUBSCRIPTIONS_MAX",
    default: "300",
    meaning: "Subscriptions of one socket",
    ...whole(1, 10_000),
  }),
  messagesPerSecond: setting({
    name: "SAKER_MESSAGES_PER_SECOND",
    default: "100",
    meaning: "Messages a socket may send in a second",
    ...whole(1, 10_000),
  }),
  readsPerSecond: setting({
    name: "SAKER_READS_PER_SECOND",
    default: "100",
    meaning: "HTTP reads of one address in a second",
    ...whole(1, 100_000),
  }),
  historyPerSecond: setting({
    name: "SAKER_HISTORY_PER_SECOND",
    default: "40",
    meaning: "Candle pages of one address in a second",
    ...whole(1, 100_000),
  }),
  accountCallsPerSecond: setting({
    name: "SAKER_ACCOUNT_CALLS_PER_SECOND",
    default: "10",
    meaning: "Calls of one address in a second that log in, register or change an account",
    ...whole(1, 100_000),
  }),
  ordersPerSecond: setting({
    name: "SAKER_ORDERS_PER_SECOND",
    default: "20",
    meaning: "Orders and amendments of one user in a second",
    ...whole(1, 100_000),
  }),
  cancelsPerSecond: setting({
    name: "SAKER_CANCELS_PER_SECOND",
    default: "200",
    meaning: "Cancellations of one user in a second; never counted against the orders",
    ...whole(1, 100_000),
  }),
  practiceFunds: setting({
    name: "SAKER_PRACTICE_FUNDS",
    default: "USDT:10000,BTC:0.05,ETH:1",
    allowed: "nothing (there are none), or amounts such as USDT:10000,BTC:0.05",
    meaning: "Practice money that a user may draw once a day",
    read: readAmounts,
  }),
  restartPause: setting({
    name: "SAKER_RESTART_PAUSE",
    default: "",
    allowed: "nothing (10, or 60 after more than five minutes of silence), or a whole number from 0 to 3600",
    meaning: "Seconds after a restart in which orders can only be cancelled; a first start opens at once",
    read: (given) => (given === "" ? null : whole(0, 3600).read(given)),
  }),
  sandbox: setting({
    name: "SAKER_SANDBOX",
    default: "1",
    meaning: "Practice: without a mail server, messages can be read at /mailbox on this machine",
    ...onOff,
  }),
  smtp: setting({
    name: "SAKER_SMTP",
    default: "",
    meaning: "Mail server that sends codes and notices; empty: the sandbox's mailbox",
    secret: true,
    ...address("smtp:", "smtps:"),
  }),
  smsUrl: setting({
    name: "SAKER_SMS_URL",
    default: "",
    meaning: 'Takes text messages as JSON posts {"to","text"}; empty: the sandbox\'s mailbox, or none',
    secret: true,
    ...web,
  }),
  mailFrom: setting({
    name: "SAKER_MAIL_FROM",
    default: "Saker <no-reply@localhost>",
    meaning: "Sender of mails",
    ...text(200),
  }),
  inviteRequired: setting({
    name: "SAKER_INVITE_REQUIRED",
    default: "0",
    meaning: "Whether registering needs an invite code",
    ...onOff,
  }),
  codesPerHour: setting({
    name: "SAKER_CODES_PER_HOUR",
    default: "60",
    meaning: "Codes that one address may have sent in an hour; a single account gets six",
    ...whole(1, 1_000_000),
  }),
  triesPerAddress: setting({
    name: "SAKER_TRIES_PER_ADDRESS",
    default: "60",
    meaning:
      "Wrong logins, and wrong codes, of one address in a quarter of an hour; a single account bears five",
    ...whole(1, 1_000_000),
  }),
  approveSeconds: setting({
    name: "SAKER_SANDBOX_APPROVE_SECONDS",
    default: "20",
    allowed: "nothing (the operator decides), or a whole number from 0 to 86400",
    meaning: "In the sandbox an identity is verified by itself after so many seconds",
    read: (given) => (given === "" ? null : whole(0, 86_400).read(given)),
  }),
  uploadsPerSecond: setting({
    name: "SAKER_UPLOADS_PER_SECOND",
    default: "20",
    meaning: "Pieces of pictures of one address in a second",
    ...whole(1, 100_000),
  }),
  sessionIdleMinutes: setting({
    name: "SAKER_SESSION_IDLE_MINUTES",
    default: "10080",
    meaning: "A session that is unused for so long has ended",
    ...whole(1, 525_600),
  }),
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
  "SAKER_CRASH_ROUNDS",
  "SAKER_RACE_ROUNDS",
  "SAKER_CRASH_KILLS",
  "SAKER_CRASH_WRITES",
  "SAKER_HOSTILE_UPLOADS",
  "SAKER_DEV_SERVER",
  "SAKER_RECORDINGS",
  "SAKER_TEST_DATABASE_URL",
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

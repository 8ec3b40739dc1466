/** What can be set from outside? One table: name, default, what is allowed, what it means. */

import { isAbsolute, resolve } from "node:path"
import { LANGUAGES, type Language, languageOf } from "#core/wire/language.ts"

/** One row of the table. `read` gives undefined for a value that is not allowed. */
interface Setting<T> {
  name: string
  /** As it would be written; empty: nothing. */
  default: string
  allowed: string
  meaning: string
  /** May hold a password: what was given is never printed. */
  secret?: true
  read(text: string): T | undefined
}

interface FeedChoice {
  kind: "simulated" | "replay" | "ccxt"
  /** File of a replay, exchanges parted by commas; empty for the simulation. */
  source: string
}

const setting = <T>(row: Setting<T>): Setting<T> => row

const whole = (least: number, most: number) => ({
  allowed: `a whole number from ${least} to ${most}`,
  read: (text: string) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  },
})

const text = (most: number) => ({
  allowed: `text of at most ${most} characters`,
  read: (given: string) => (given.length <= most ? given : undefined),
})

const address = (...protocols: string[]) => ({
  allowed: `nothing, or an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  read: (given: string) => {
    if (given === "") return ""
    const url = URL.canParse(given) ? new URL(given) : undefined
    return url && protocols.includes(url.protocol) ? given.replace(/\/+$/, "") : undefined
  },
})

const web = address("https:", "http:")

function readFeed(given: string): FeedChoice | undefined {
  if (given === "simulated") return { kind: "simulated", source: "" }
  const exchanges = /^ccxt:([a-z0-9]+(?:,[a-z0-9]+){0,7})$/.exec(given)?.[1]
  if (exchanges) return { kind: "ccxt", source: exchanges }
  const file = /^replay:(.+)$/.exec(given)?.[1]
  return file ? { kind: "replay", source: absolute(file) } : undefined
}

const list = (given: string): string[] =>
  given
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)

/** `BTC/USDT,ETH/USDT`; an underscore does as well. */
function readPairs(given: string): string[] | null | undefined {
  const pairs = list(given.toUpperCase()).map((pair) => pair.replace("_", "/"))
  if (pairs.length === 0) return null
  return pairs.every((pair) => /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/.test(pair)) ? pairs : undefined
}

/** `binance=3,kraken=1`. */
function readWeights(given: string): Record<string, number> | undefined {
  const rows = list(given).map((one) => /^([a-z0-9]+)=(\d{1,4})$/.exec(one))
  if (!rows.every((row) => row && Number(row[2]) >= 1 && Number(row[2]) <= 1000)) return undefined
  return Object.fromEntries(rows.map((row) => [row?.[1] ?? "", Number(row?.[2])]))
}

type ExchangeUrls = Record<string, string | { rest: string; ws: string }>

/** One base address for all, or a JSON object by exchange: a base address, or `{"rest": …, "ws": …}`. */
function readExchangeUrls(given: string): ExchangeUrls | undefined {
  const isBase = (one: unknown, ...protocols: string[]) =>
    typeof one === "string" && URL.canParse(one) && protocols.includes(new URL(one).protocol)
  if (given === "") return {}
  if (isBase(given, "https:", "http:")) return { "*": given }
  try {
    const parsed = JSON.parse(given) as ExchangeUrls
    const isSound = Object.values(parsed).every((one) =>
      typeof one === "string"
        ? isBase(one, "https:", "http:")
        : isBase(one?.rest, "https:", "http:") && isBase(one?.ws, "wss:", "ws:"),
    )
    return typeof parsed === "object" && !Array.isArray(parsed) && isSound ? parsed : undefined
  } catch {
    return undefined
  }
}

function readOrigins(given: string): string[] | undefined {
  const origins = given
    .split(",")
    .map((origin) => origin.trim())
    .filter(Boolean)
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)
    ? origins
    : undefined
}

/** The standard's own names: what `Intl` has no name for is no region, nor are its groups of regions. */
function readRegions(given: string): string[] | undefined {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const regions = list(given.toUpperCase())
  const isRegion = (code: string) =>
    /^[A-Z]{2}$/.test(code) && !NO_REGIONS.has(code) && names.of(code) !== undefined
  return regions.every(isRegion) ? [...new Set(regions)] : undefined
}

/** Unions, second names and places that don't exist, which `Intl` names as well. */
const NO_REGIONS = new Set(["EU", "EZ", "UK", "UN", "QO", "XA", "XB", "ZZ"])

const absolute = (path: string) => (isAbsolute(path) ? path : resolve(path))

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
const TOOL_NAMES = ["SAKER_CHROMIUM", "SAKER_DEV_SERVER", "SAKER_RECORDINGS", "SAKER_TEST_DATABASE_URL"]

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

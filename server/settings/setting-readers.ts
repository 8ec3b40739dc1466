/** Parsers of setting values: each states what is allowed and returns undefined for anything else. */

import { isIP, isIPv4 } from "node:net"
import { isAbsolute, resolve } from "node:path"
import { parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"

/** One row of the table. `read` gives undefined for a value that is not allowed. */
export interface Setting<T> {
  name: string
  /** As it would be written; empty: nothing. */
  default: string
  allowed: string
  meaning: string
  /** May hold a password: what was given is never printed. */
  secret?: true
  read(text: string): T | undefined
}

export interface FeedChoice {
  kind: "simulated" | "replay" | "ccxt"
  /** File of a replay, exchanges parted by commas; empty for the simulation. */
  source: string
}

export const setting = <T>(row: Setting<T>): Setting<T> => row

export const whole = (least: number, most: number) => ({
  allowed: `a whole number from ${least} to ${most}`,
  read: (text: string) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  },
})

export const text = (most: number) => ({
  allowed: `text of at most ${most} characters`,
  read: (given: string) => (given.length <= most ? given : undefined),
})

export const address = (...protocols: string[]) => ({
  allowed: `nothing, or an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  read: (given: string) => {
    if (given === "") return ""
    const url = URL.canParse(given) ? new URL(given) : undefined
    return url && protocols.includes(url.protocol) ? given.replace(/\/+$/, "") : undefined
  },
})

export const web = address("https:", "http:")

export function readFeed(given: string): FeedChoice | undefined {
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
export function readPairs(given: string): string[] | null | undefined {
  const pairs = list(given.toUpperCase()).map((pair) => pair.replace("_", "/"))
  if (pairs.length === 0) return null
  return pairs.every((pair) => /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/.test(pair)) ? pairs : undefined
}

/** `binance=3,kraken=1`. */
export function readWeights(given: string): Record<string, number> | undefined {
  const rows = list(given).map((one) => /^([a-z0-9]+)=(\d{1,4})$/.exec(one))
  if (!rows.every((row) => row && Number(row[2]) >= 1 && Number(row[2]) <= 1000)) return undefined
  return Object.fromEntries(rows.map((row) => [row?.[1] ?? "", Number(row?.[2])]))
}

export type ExchangeUrls = Record<string, string | { rest: string; ws: string }>

/** One base address for all, or a JSON object by exchange: a base address, or `{"rest": …, "ws": …}`. */
export function readExchangeUrls(given: string): ExchangeUrls | undefined {
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

export function readOrigins(given: string): string[] | undefined {
  const origins = given
    .split(",")
    .map((origin) => origin.trim())
    .filter(Boolean)
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)
    ? origins
    : undefined
}

/** Addresses and networks: `127.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`. */
export function readProxies(given: string): string[] | undefined {
  const proxies = list(given)
  const isProxy = (one: string) => {
    const [address = "", prefix, more] = one.split("/")
    if (isIP(address) === 0 || address.includes("%") || more !== undefined) return false
    return prefix === undefined || whole(0, isIPv4(address) ? 32 : 128).read(prefix) !== undefined
  }
  return proxies.every(isProxy) ? proxies : undefined
}

/** The standard's own names: what `Intl` has no name for is no region, nor are its groups of regions. */
export function readRegions(given: string): string[] | undefined {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const regions = list(given.toUpperCase())
  const isRegion = (code: string) =>
    /^[A-Z]{2}$/.test(code) && !NO_REGIONS.has(code) && names.of(code) !== undefined
  return regions.every(isRegion) ? [...new Set(regions)] : undefined
}

/** Unions, second names and places that don't exist, which `Intl` names as well. */
const NO_REGIONS = new Set(["EU", "EZ", "UK", "UN", "QO", "XA", "XB", "ZZ"])

/** Amounts in 1e-8 by currency. */
export type SetAmount = { currency: string; amount: Amount }

/** `USDT:10000,BTC:0.05`; each currency once, each above zero. */
export function readAmounts(given: string): SetAmount[] | undefined {
  const rows = list(given).map((one) => {
    const [, currency = "", text = ""] = /^([A-Z0-9]{1,16}):([\d.]{1,24})$/.exec(one) ?? []
    return { currency, amount: parseAmount(text) }
  })
  const amounts = rows.flatMap(({ currency, amount }) =>
    amount.ok && amount.value > 0n ? [{ currency, amount: amount.value }] : [],
  )
  const isSound =
    amounts.length === rows.length && new Set(rows.map((row) => row.currency)).size === rows.length
  return isSound ? amounts : undefined
}

/** ERC-20 contracts in lower case, by currency: `USDT:0x…`; each currency once. */
export function readTokens(given: string): { currency: string; contract: string }[] | undefined {
  const rows = list(given).map((one) => {
    const [, currency = "", contract = ""] = /^([A-Z0-9]{1,16}):(0x[0-9a-fA-F]{40})$/.exec(one) ?? []
    return { currency, contract: contract.toLowerCase() }
  })
  const isSound =
    rows.every(({ currency }) => currency !== "") &&
    new Set(rows.map(({ currency }) => currency)).size === rows.length
  return isSound ? rows : undefined
}

export const absolute = (path: string) => (isAbsolute(path) ? path : resolve(path))

export const onOff = {
  allowed: "0 or 1",
  read: (given: string) => (given === "1" ? true : given === "0" ? false : undefined),
}

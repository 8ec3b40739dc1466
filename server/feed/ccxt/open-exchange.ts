/** Opens an exchange by its name in ccxt: its rate gate, its own address, books as plain numbers. */

import type { CcxtExchange } from "./ccxt-exchange.ts"
import { guardTransport } from "./exchange-transport.ts"
import { keepBooksAsNumbers } from "./number-books.ts"
import { RateGate } from "./rate-gate.ts"
import type { ExchangeAddress } from "./redirect-urls.ts"

/** Levels a snapshot is asked for, where ccxt lets one choose. */
const SNAPSHOT_LEVELS = 100

/** Trades that ccxt keeps, a market; each is published when it comes. */
const TRADES_KEPT = 200

export interface OpenedExchange {
  exchange: CcxtExchange
  gate: RateGate
  /** Messages and levels that nothing could be made of, so far. */
  nonsense(): number
}

/**
 * Makes the exchange; nothing is asked of it yet.
 * @throws Error in plain words for a name that ccxt doesn't know.
 */
export async function openExchange(
  name: string,
  { now, address }: { now: () => number; address?: ExchangeAddress | undefined },
): Promise<OpenedExchange> {
  const exchange = await construct(name)
  const gate = new RateGate(now)
  let nonsense = 0
  // ccxt writes frames that it can't read to the console.
  exchange.log = () => undefined
  exchange.number = String
  const onNonsense = () => {
    nonsense += 1
  }
  keepBooksAsNumbers(exchange, onNonsense)
  exchange.has.fetchCurrencies = false
  chooseSpot(exchange)
  await guardTransport(exchange, { gate, address, onNonsense })
  return { exchange, gate, nonsense: () => nonsense }
}

async function construct(name: string): Promise<CcxtExchange> {
  const { default: ccxt } = (await import("ccxt")) as unknown as {
    default: {
      exchanges: readonly string[]
      pro: Record<string, unknown> & { exchanges: readonly string[] }
    } & Record<string, unknown>
  }
  if (!ccxt.exchanges.includes(name))
    throw new Error(
      `There is no exchange ${name}: choose of ${ccxt.exchanges.join(", ")}. Simulated needs no exchange.`,
    )
  const make = (ccxt.pro.exchanges.includes(name) ? ccxt.pro[name] : ccxt[name]) as new (
    settings: object,
  ) => CcxtExchange
  return new make({ enableRateLimit: true, newUpdates: true })
}

/** Only spot markets are asked for, where an exchange has them and lets one choose. */
function chooseSpot({ options, has }: CcxtExchange): void {
  options.watchOrderBookLimit = SNAPSHOT_LEVELS
  options.tradesLimit = TRADES_KEPT
  if (has.spot !== true) return
  const listed = options.fetchMarkets
  if (Array.isArray(listed) && listed.includes("spot")) options.fetchMarkets = ["spot"]
  const types = (listed as { types?: unknown } | undefined)?.types
  if (Array.isArray(types) && types.includes("spot"))
    options.fetchMarkets = { ...(listed as object), types: ["spot"] }
  else if (types && typeof types === "object" && "spot" in types)
    options.fetchMarkets = { ...(listed as object), types: { spot: true } }
  options.defaultType = "spot"
}

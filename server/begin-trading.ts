/** What is the exchange told before the feed's first price? Its start, its markets, who is frozen, the house's money. */

import type { Engine } from "./engine/engine.ts"
import type { Exchange } from "./exchange.ts"
import type { Feed } from "./feed/feed.ts"
import { keepHouseFunded } from "./maker/house-funds.ts"
import { type MarketModel, tradeCounter } from "./read-model/market-model.ts"
import type { Storage } from "./storage/storage.ts"

interface TradingParts {
  engine: Engine
  exchange: Exchange
  storage: Storage
  feed: Feed
  model: MarketModel
  /** Seconds in which orders can only be cancelled; null: as N6 says. */
  restartPause: number | null
}

/** Answers how to end it: the house's funds are looked after until then. */
export async function beginTrading(parts: TradingParts): Promise<() => void> {
  const { engine, exchange, feed, restartPause } = parts
  // N6. The house is as everyone: it takes its quotes back at once, and places new ones when all may.
  await exchange.submit({
    type: "clock.start",
    ...(restartPause === null ? {} : { pauseMs: restartPause * 1000 }),
  })
  await listInstruments(parts)
  await freezeAsStored(parts)
  return keepHouseFunded({
    door: exchange,
    instruments: feed.instruments,
    available: (account, currency) => availableOf(engine, account, currency),
  })
}

async function listInstruments({ exchange, feed, model }: TradingParts): Promise<void> {
  const counters = model.counters()
  const answers = feed.instruments.map((instrument) => {
    if (instrument.kind === "second") return undefined
    const firstTradeId = (counters.get(tradeCounter(instrument.id)) ?? 0) + 1
    return exchange.submit({
      type: "instrument.set",
      instrument: { ...instrument, state: "open" },
      firstTradeId,
    })
  })
  for (const answer of await Promise.all(answers)) {
    if (answer && !answer.ok)
      throw new Error(`an instrument was not listed: ${JSON.stringify(answer.problem)}`)
  }
}

/** An operator may have frozen somebody just before the server was killed: then only the user's row knows. */
async function freezeAsStored({ exchange, engine, storage }: TradingParts): Promise<void> {
  const rows = await storage.database.selectFrom("users").select("id").where("frozen", "=", true).execute()
  const frozen = new Set(rows.map(({ id }) => `u${id}`))
  for (const { account, isFrozen } of engine.state.ledger.holders()) {
    if (isFrozen !== frozen.has(account))
      await exchange.submit({ type: "user.freeze", account, isFrozen: !isFrozen })
    frozen.delete(account)
  }
  for (const account of frozen) await exchange.submit({ type: "user.freeze", account, isFrozen: true })
}

/** What an account has free for spot; asking makes no purse. */
const availableOf = ({ state }: Engine, account: string, currency: string): bigint =>
  state.ledger
    .known(account)
    ?.purses()
    .find((purse) => purse.wallet === "funding" && purse.currency === currency)?.available ?? 0n

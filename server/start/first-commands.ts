/** The first commands after a start, before the feed's first price: the clock, the markets, frozen users, the house's funds. */

import type { Amount } from "#core/money/units.ts"
import { AI_RESERVE } from "#server/engine/ai/reserve-accounts.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { STOPS_PER_COMMAND } from "#server/engine/orders/place-order.ts"
import { OPTION_HOUSE } from "#server/engine/second/house-accounts.ts"
import { firstProducts } from "../ai/first-products.ts"
import type { Engine } from "../engine/engine.ts"
import type { Exchange } from "../exchange/exchange.ts"
import type { Feed } from "../feed/feed.ts"
import { keepHouseFunded } from "../maker/house-funds.ts"
import { type MarketModel, tradeCounter } from "../read-model/market-model.ts"
import type { Storage } from "../storage/storage.ts"

interface FirstCommandParts {
  engine: Engine
  exchange: Exchange
  storage: Storage
  feed: Feed
  model: MarketModel
  /** Seconds in which orders can only be cancelled; null: as N6 says. */
  restartPause: number | null
  /** O5: open profits of one direction on one index, 1e-8 of the quote. */
  exposureLimit: Amount
}

/** Returns how to stop the funding of the house, which goes on until then. */
export async function submitFirstCommands(parts: FirstCommandParts): Promise<() => void> {
  const { engine, exchange, feed, restartPause, exposureLimit } = parts
  // N6. The house is treated like everyone: it can cancel its quotes at once, and places new ones when all may.
  await exchange.submit({
    type: "clock.start",
    stopsPerCommand: STOPS_PER_COMMAND,
    settlesContracts: true,
    exposureLimit,
    ...(restartPause === null ? {} : { pauseMs: restartPause * 1000 }),
  })
  await listInstruments(parts)
  if (engine.state.ai.products().length === 0 && parts.model.feed().practice) await offerFirstProducts(parts)
  await freezeAsStored(parts)
  return keepHouseFunded({
    door: exchange,
    instruments: feed.instruments,
    available: (account, currency) => availableOf(engine, account, currency),
    aiCurrencies: () => engine.state.ai.products().map(({ terms }) => terms.currency),
    reserveAvailable: (currency) => engine.state.ledger.systemBalance(AI_RESERVE.available, currency),
    optionAvailable: (currency) => engine.state.ledger.systemBalance(OPTION_HOUSE.available, currency),
  })
}

async function listInstruments({ exchange, feed, model }: FirstCommandParts): Promise<void> {
  const counters = model.counters()
  const answers = feed.instruments.map((instrument) => {
    const firstTradeId = (counters.get(tradeCounter(instrument.id)) ?? 0) + 1
    return exchange.submit({
      type: "instrument.set",
      instrument: { ...instrument, state: "open" },
      firstTradeId,
    })
  })
  for (const answer of await Promise.all(answers)) {
    if (!answer.ok) throw new Error(`an instrument was not listed: ${JSON.stringify(answer.problem)}`)
  }
}

async function offerFirstProducts({ exchange, feed }: FirstCommandParts): Promise<void> {
  const offers = firstProducts(feed.instruments).map((command) => exchange.submit(command))
  for (const answer of await Promise.all(offers))
    if (!answer.ok) throw new Error(`an AI product was not offered: ${JSON.stringify(answer.problem)}`)
}

/** An operator may have frozen a user just before the server was killed: then only the row in the database says so. */
async function freezeAsStored({ exchange, engine, storage }: FirstCommandParts): Promise<void> {
  const rows = await storage.database.selectFrom("users").select("id").where("frozen", "=", true).execute()
  const frozen = new Set(rows.map(({ id }) => accountOf(id)))
  for (const { id, isFrozen } of engine.state.ledger.accounts()) {
    if (isFrozen !== frozen.has(id))
      await exchange.submit({ type: "user.freeze", account: id, isFrozen: !isFrozen })
    frozen.delete(id)
  }
  for (const account of frozen) await exchange.submit({ type: "user.freeze", account, isFrozen: true })
}

/** What an account of the house has available for spot; read from the engine, which tells no balances of the house. */
const availableOf = ({ state }: Engine, account: string, currency: string): bigint =>
  state.ledger
    .known(account)
    ?.balances()
    .find((balance) => balance.wallet === "funding" && balance.currency === currency)?.available ?? 0n

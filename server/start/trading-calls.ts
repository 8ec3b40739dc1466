/** Users' trading: the read model of their orders, fills and balances, and the spot, contract, order, option, AI and asset calls on top of it. */

import type { FastifyInstance } from "fastify"
import type { TradingEndpointName } from "#core/wire/index.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import { aiHandlers } from "../ai/ai.handlers.ts"
import { assetHandlers } from "../assets/assets.handlers.ts"
import { addBillExport } from "../assets/bill-export.ts"
import type { WorthWatch } from "../assets/worth-watch.ts"
import type { HandlersOf } from "../calls/handler.ts"
import type { FindSession } from "../calls/session.ts"
import { contractHandlers } from "../contract/contract.handlers.ts"
import { newestNotices } from "../contract/contract.queries.ts"
import { DeleveragingLights } from "../engine/contracts/deleveraging-lights.ts"
import type { Engine } from "../engine/engine.ts"
import type { Exchange } from "../exchange/exchange.ts"
import { optionHandlers } from "../option/option.handlers.ts"
import { orderHandlers } from "../order/order.handlers.ts"
import { AccountModel } from "../read-model/account-model.ts"
import { accountSeeds, priceSeeds } from "../read-model/account-seeds.ts"
import { FeeLevels, restoredFeeStandings } from "../read-model/fee-levels.ts"
import type { IndexHours } from "../read-model/index-hours.ts"
import type { MarketModel } from "../read-model/market-model.ts"
import { OwnLimits } from "../read-model/own-limits.ts"
import { MarketTexts } from "../read-model/step-texts.ts"
import type { Settings } from "../settings/settings.ts"
import { spotHandlers } from "../spot/spot.handlers.ts"
import { readsOf } from "../storage/history-reads.ts"
import type { HistoryReplica } from "../storage/history-replica.ts"
import { recordedPositions } from "../storage/recorded-positions.ts"
import { openSeconds } from "../storage/recorded-seconds.ts"
import type { Storage } from "../storage/storage.ts"
import { newestFills } from "./older-fills.ts"

interface TradingParts {
  storage: Storage
  /** Reads history from elsewhere; left out: all is read from the database that is written. */
  replica?: HistoryReplica | undefined
  settings: Settings
  model: MarketModel
  exchange: Exchange
  now(): number
  /** As restored: users' accounts begin with what it holds. Later only what is shown and binds nobody is read of it. */
  engine: Engine
  /** What proves second contracts. */
  hours: IndexHours
  /** What it has noted of worths and isn't stored yet. */
  watch: WorthWatch
}

export interface Trading {
  accounts: AccountModel
  handlers: HandlersOf<TradingEndpointName | "optionProducts">
  /** To be called when a user has stored other preferences: their own limits are read again. */
  preferencesChanged(userId: number): void
  addRoutes(app: FastifyInstance, findSession: FindSession): void
  replica: HistoryReplica | undefined
}

/** How long the engine remembers a key (S12): as many as a user may send meanwhile are remembered of one account. */
const KEY_MEMORY_SECONDS = 3600

/** To be called before the first command: from here on the read model follows every batch. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const { storage, replica, settings, model, exchange, engine, hours, watch, now } = parts
  const { database } = storage
  const delisted = await delistedTexts(storage)
  const textsOf = (instrument: string): MarketTexts => {
    const texts = model.view(instrument)?.texts ?? delisted.get(instrument)
    if (!texts) throw new Error(`the steps of ${instrument} are not known`)
    return texts
  }
  const ticksBefore = (index: string) => model.ticksBefore(index)
  const accounts = new AccountModel({
    textsOf,
    ticksBefore,
    now,
    loadFills: (account, limit) => newestFills({ database, textsOf }, userIdOf(account) ?? 0, limit),
    loadNotices: (account, limit) => newestNotices(database, userIdOf(account) ?? 0, limit),
  })
  for (const { instrument, source, price } of priceSeeds(engine.state))
    accounts.seedPrice(instrument, source, price)
  const { open } = await recordedPositions(storage)
  const seconds = await openSeconds(storage)
  for (const seed of accountSeeds(engine.state, { positions: open, seconds })) accounts.seed(seed)
  const feeLevels = new FeeLevels(restoredFeeStandings(engine.state))
  exchange.listen((batch) => {
    accounts.take(batch)
    feeLevels.take(batch.events)
  })
  const limits = new OwnLimits({ database, reader: model })
  const reads = replica ?? readsOf(database)
  if (replica)
    accounts.listen((changes) => {
      for (const account of changes.keys()) replica.touch(userIdOf(account) ?? 0)
    })
  const reading = { database, reads, textsOf, exchange, accounts, reader: model }
  const lights = new DeleveragingLights(engine.state)
  const keysMax = settings.ordersPerSecond * KEY_MEMORY_SECONDS
  return {
    accounts,
    handlers: {
      ...spotHandlers({ ...reading, limits, feeLevels, keysMax }),
      ...contractHandlers({ ...reading, limits, feeLevels, keysMax, engine: engine.state, lights }),
      ...orderHandlers({ ...reading, limits, keysMax }),
      ...optionHandlers({
        database,
        reads,
        ticksBefore,
        exchange,
        accounts,
        reader: model,
        engine: engine.state,
        hours,
        keysMax,
      }),
      ...aiHandlers({ database, reads, exchange, engine: engine.state, keysMax }),
      ...assetHandlers({
        ...reading,
        engine: engine.state,
        watch,
        practice: settings.practiceFunds,
        keysMax,
      }),
    },
    preferencesChanged: (userId) => limits.forget(userId),
    addRoutes: (app, findSession) => addBillExport(app, { reads, findSession }),
    replica,
  }
}

/** Tick and lot of every market there ever was: old orders are shown in them. */
async function delistedTexts({ database }: Storage): Promise<Map<string, MarketTexts>> {
  const rows = await database.selectFrom("instruments").selectAll().execute()
  return new Map(
    rows.map(({ id, tick, lot }) => [id, new MarketTexts({ tick: BigInt(tick), lot: BigInt(lot) })]),
  )
}

/** How is trading opened for users? Their read model, and the calls of spot and money over it. */

import type { FastifyInstance } from "fastify"
import type { AssetEndpointName, SpotEndpointName } from "#core/wire/index.ts"
import { assetHandlers } from "./assets/assets.handlers.ts"
import { addBillExport } from "./assets/bill-export.ts"
import type { Exchange } from "./exchange.ts"
import type { FindSession } from "./http/endpoint-routes.ts"
import type { HandlersOf } from "./http/handlers.ts"
import { AccountModel, type AccountSeed } from "./read-model/account-model.ts"
import type { MarketModel } from "./read-model/market-model.ts"
import { MarketTexts } from "./read-model/step-texts.ts"
import type { Settings } from "./settings.ts"
import { OwnLimits } from "./spot/own-limits.ts"
import { type SpotHandlerParts, spotHandlers } from "./spot/spot.handlers.ts"
import { newestFills } from "./spot/spot.queries.ts"
import type { Storage } from "./storage/storage.ts"

interface TradingParts {
  storage: Storage
  settings: Settings
  model: MarketModel
  exchange: Exchange
  now(): number
  /** What users had when the exchange was restored. */
  seeds: Iterable<AccountSeed>
  feeStanding: SpotHandlerParts["feeStanding"]
}

export interface Trading {
  accounts: AccountModel
  handlers: HandlersOf<SpotEndpointName | AssetEndpointName>
  /** The user has stored other preferences: their own limits may be others. */
  preferencesChanged(userId: number): void
  addRoutes(app: FastifyInstance, findSession: FindSession): void
}

/** Before the first command of a user: from here on the model follows every batch. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const { storage, settings, model, exchange, now } = parts
  const { database } = storage
  const delisted = await delistedTexts(storage)
  const textsOf = (instrument: string): MarketTexts => {
    const texts = model.view(instrument)?.texts ?? delisted.get(instrument)
    if (!texts) throw new Error(`the steps of ${instrument} are not known`)
    return texts
  }
  const accounts = new AccountModel({
    textsOf,
    now,
    loadFills: (account, limit) => newestFills({ database, textsOf }, Number(account.slice(1)), limit),
  })
  for (const seed of parts.seeds) accounts.seed(seed)
  exchange.listen((batch) => accounts.take(batch))
  const limits = new OwnLimits({ database, reader: model })
  const reading = { database, textsOf, exchange, accounts, reader: model }
  return {
    accounts,
    handlers: {
      ...spotHandlers({ ...reading, limits, feeStanding: parts.feeStanding }),
      ...assetHandlers({ ...reading, practice: settings.practiceFunds }),
    },
    preferencesChanged: (userId) => limits.forget(userId),
    addRoutes: (app, findSession) => addBillExport(app, { database, findSession }),
  }
}

/** Steps of every market there ever was: old orders are told in them. */
async function delistedTexts({ database }: Storage): Promise<Map<string, MarketTexts>> {
  const rows = await database.selectFrom("instruments").selectAll().execute()
  return new Map(
    rows.map(({ id, tick, lot }) => [id, new MarketTexts({ tick: BigInt(tick), lot: BigInt(lot) })]),
  )
}

/** One life of the server: its real parts from the journal to the socket door, over false tables, time and lines. */

import { EventEmitter } from "node:events"
import type { Server } from "node:http"
import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { Exchange } from "#server/exchange/exchange.ts"
import { SteadyClock } from "#server/exchange/steady-clock.ts"
import { imageOf } from "#server/journal/state-image.ts"
import { AccountModel } from "#server/read-model/account-model.ts"
import { accountSeeds, priceSeeds } from "#server/read-model/account-seeds.ts"
import { MarketModel } from "#server/read-model/market-model.ts"
import { newestFills } from "#server/start/older-fills.ts"
import { lastKeptTime, type OpenedExchange, openExchange } from "#server/start/open-exchange.ts"
import { ReplayedTrades, resumedCounters, resumeTape, standingBatch } from "#server/start/resume-market.ts"
import { recordedPositions } from "#server/storage/recorded-positions.ts"
import { openSeconds } from "#server/storage/recorded-seconds.ts"
import type { Storage } from "#server/storage/storage.ts"
import { attachStream } from "#server/stream/attach-stream.ts"
import type { FalseClock, FalseWorld, Scope } from "./false-world.ts"
import type { WholeScene } from "./whole-scene.ts"

/** Never by time: commands alone make a snapshot due. */
const SNAPSHOT_MS = 3_600_000
const STREAM = {
  heartbeatMs: 2500,
  coalesceMs: 10,
  connectionsMax: 100,
  connectionsPerAddress: 100,
  subscriptionsMax: 50,
  socketMegabytesMax: 64,
  isCompressing: false,
  messagesPerSecond: 100,
  origins: [],
}
const quiet = () => undefined
const LOG = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Where a planted fault gets at a server that begins. */
export interface ServerParts {
  opened: OpenedExchange
  engine: Engine
  model: MarketModel
  accounts: AccountModel
}

export class WholeServer {
  readonly scope: Scope
  readonly door = new EventEmitter()
  readonly exchange: Exchange
  readonly engine: Engine
  readonly model: MarketModel
  readonly accounts: AccountModel
  /** As the exchange has it, epoch ms. */
  readonly now: () => number

  private constructor(
    { scope, now }: { scope: Scope; now: () => number },
    { opened, engine, model, accounts }: ServerParts,
  ) {
    this.scope = scope
    this.now = now
    this.exchange = opened.exchange
    this.engine = engine
    this.model = model
    this.accounts = accounts
  }

  /** As `start/` does it. Rejects with what a start would say. `revision`: what the market's archive has kept. */
  static async start(of: {
    world: FalseWorld
    scope: Scope
    clock: FalseClock
    storage: Storage
    scene: WholeScene
    revision: number
    plant: (parts: ServerParts) => void
  }): Promise<WholeServer> {
    const { world, storage } = of
    const clock = new SteadyClock({
      clock: of.clock,
      least: await lastKeptTime(storage),
      sinceBoot: () => world.now,
    })
    const replayed = new ReplayedTrades()
    const images = {
      async image(state: object) {
        const image = imageOf(state)
        await world.pause(world.chance.whole(0, 20))
        return image
      },
      close: async () => undefined,
    }
    const opened = await openExchange({
      ...{ storage, clock, log: LOG, settings: {}, place: "SAKER_DATA", images },
      rhythm: { snapshotMs: SNAPSHOT_MS, ...of.scene.rhythm },
      onReplayed: (_, { events }) => replayed.take(events),
    })
    const { engine, exchange } = opened
    const model = new MarketModel({
      feed: { kind: "simulated", source: "", practice: true },
      instruments: of.scene.instruments,
      coinNames: new Map(),
      counters: resumedCounters(new Map([["revision", of.revision]]), engine),
      now: clock.now,
    })
    resumeTape(model, new Map(), replayed)
    model.begin(clock.now(), clock.now())
    model.take(standingBatch(engine, clock.now()))
    exchange.listen((batch) => model.take(batch))
    const accounts = await openAccounts(storage, { model, engine, exchange, now: clock.now })
    of.plant({ opened, engine, model, accounts })
    const server = new WholeServer({ scope: of.scope, now: clock.now }, { opened, engine, model, accounts })
    attachStream(server.door as unknown as Server, {
      ...{ reader: model, settings: STREAM, log: LOG, now: clock.now, accounts },
      async watchLogin(said) {
        const account = "token" in said ? said.token : ""
        await accounts.prepare(account)
        return { ok: true, value: { userId: userIdOf(account) ?? 0, stop: quiet } }
      },
    })
    return server
  }

  submit(command: Command): Promise<Answer> {
    return this.exchange.submit(command) as Promise<Answer>
  }
}

async function openAccounts(
  storage: Storage,
  of: { model: MarketModel; engine: Engine; exchange: Exchange; now: () => number },
): Promise<AccountModel> {
  const { database } = storage
  const textsOf = (instrument: string) => {
    const texts = of.model.view(instrument)?.texts
    if (!texts) throw new Error(`the steps of ${instrument} are not known`)
    return texts
  }
  const accounts = new AccountModel({
    textsOf,
    ticksBefore: () => 0,
    now: of.now,
    loadFills: (account, limit) => newestFills({ database, textsOf }, userIdOf(account) ?? 0, limit),
    loadNotices: async () => [],
  })
  const { open: positions } = await recordedPositions(storage)
  for (const { instrument, source, price } of priceSeeds(of.engine.state))
    accounts.seedPrice(instrument, source, price)
  const seconds = await openSeconds(storage)
  for (const seed of accountSeeds(of.engine.state, { positions, seconds })) accounts.seed(seed)
  of.exchange.listen((batch) => accounts.take(batch))
  return accounts
}

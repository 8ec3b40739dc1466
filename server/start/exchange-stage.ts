/** Stage "exchange": restores the engine and builds what handlers and sockets read: the market, and each user's account. */

import { WorthKeeper } from "../assets/worth-keeper.ts"
import { WorthWatch } from "../assets/worth-watch.ts"
import type { Engine } from "../engine/engine.ts"
import type { EngineSettings } from "../engine/state.ts"
import type { Exchange } from "../exchange/exchange.ts"
import type { Feed } from "../feed/feed.ts"
import type { Journal } from "../journal/journal.ts"
import { IndexHours } from "../read-model/index-hours.ts"
import type { LongLives } from "../read-model/long-lives.ts"
import { MarketHistory } from "../read-model/market-history.ts"
import { MarketModel } from "../read-model/market-model.ts"
import { MarketRecovery } from "../read-model/market-recovery.ts"
import { MarketSaver } from "../read-model/market-saver.ts"
import { PriceCandles } from "../read-model/price-candles.ts"
import { HourArchive } from "../storage/hour-archive.ts"
import { ManyCandles } from "../storage/many-candles.ts"
import { RESERVED_AHEAD, REVISION } from "../storage/market-archive.ts"
import { PriceArchive } from "../storage/price-archive.ts"
import { AlertStage } from "./alert-stage.ts"
import { openHistoryReplica } from "./history-stage.ts"
import { lastKeptTime, type OpenedExchange, openExchange, restorableEngine } from "./open-exchange.ts"
import { ReplayedTrades, resumedCounters, resumeTape, standingBatch } from "./resume-market.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"
import { openTrading, type Trading } from "./trading-calls.ts"

const DAY_MS = 24 * 60 * 60 * 1000

export interface OpenedMarket {
  engine: Engine
  exchange: Exchange
  journal: Journal
  /** Of this writer. */
  term: number
  /** The last writer ended cleanly for this one. */
  isHandedOver: boolean
  model: MarketModel
  history: MarketHistory
  /** Not started yet: it would only hold up a start. */
  longLives: LongLives
  prices: PriceCandles
  hours: IndexHours
  /** Not started yet. */
  saver: MarketSaver
  trading: Trading
  alerts: AlertStage
}

export const engineSettingsOf = ({ indexWeights }: Feed): Partial<EngineSettings> =>
  indexWeights ? { indexWeights } : {}

/** From the answer on the models follow every batch; nothing has been submitted yet. */
export async function startExchange(stage: Stage, opened: OpenedStorage, feed: Feed): Promise<OpenedMarket> {
  const { storage, archive, clock } = opened
  const { settings, log, onClose } = stage
  const replayed = new ReplayedTrades()
  let saver: MarketSaver | undefined
  const { instruments } = feed
  const prices = new PriceCandles({ archive: new PriceArchive(storage), instruments, log })
  const hours = await openHours(stage, opened, { instruments, hourArchive: new HourArchive(storage) })
  const alerts = await AlertStage.open(stage, opened, feed)
  const stoppedAt = await lastKeptTime(storage)
  const saveMarket = async () => {
    await saver?.saveWhole()
    await prices.save()
    await hours.save()
    await alerts.keeper.save()
    if (keeper) await keeper.save()
    else if (watch.hasNoted()) throw new Error("closing worths are not stored yet")
  }
  const watch = openWatch(stage, feed)
  let keeper: WorthKeeper | undefined
  const restore = { feed, replayed, prices, hours, watch, alerts, saveMarket }
  const restored = await restoreExchange(stage, opened, restore)
  const { engine, exchange, journal, term, isHandedOver } = restored
  const resumed = await resumeMarket(stage, opened, { feed, engine, replayed })
  const { model } = resumed
  hours.countBy(model.counters())
  exchange.listen((batch) => {
    model.take(batch)
    prices.take(batch.events)
    hours.take(batch.time, batch.events)
    alerts.watch.take(batch.events)
  })
  const replica = await openHistoryReplica(stage, storage, exchange)
  const trading = await openTrading({
    storage,
    replica,
    settings,
    model,
    exchange,
    engine,
    hours,
    watch,
    now: clock.now,
  })
  keeper = new WorthKeeper({
    ...{ database: storage.database, watch, log },
    committed: () => exchange.committed(),
    markets: () => model.instruments().filter((instrument) => instrument.kind === "spot"),
    priceBefore: (id, time) => resumed.history.priceBefore(id, time),
  })
  keeper.start()
  onClose(() => keeper?.stop())
  saver = new MarketSaver({ model, archive, log })
  const market = { engine, exchange, journal, term, isHandedOver, ...resumed, prices, hours, saver, trading }
  await alerts.begin(stage, opened, market, stoppedAt)
  return { ...market, alerts }
}

export function openWatch({ log }: Stage, feed: Feed): WorthWatch {
  const copyOf = (engine: Engine): Engine => {
    const copy = restorableEngine(engineSettingsOf(feed)).engine
    copy.load(engine.save())
    return copy
  }
  return new WorthWatch({ copyOf, log })
}

/** To be called before anything is replayed. */
export async function openHours(
  { settings, log }: Stage,
  { archive }: Pick<OpenedStorage, "archive">,
  { instruments, hourArchive }: Pick<Feed, "instruments"> & { hourArchive: HourArchive },
): Promise<IndexHours> {
  const { counters } = await archive.load()
  const keptMs = settings.secondTickDays * DAY_MS
  return await IndexHours.open({ archive: hourArchive, instruments, counters, keptMs, log })
}

interface RestoreParts {
  feed: Feed
  /** Takes the trades of the replay. */
  replayed: ReplayedTrades
  /** Takes its marks and ticks. */
  prices: PriceCandles
  /** Takes its ticks. */
  hours: IndexHours
  /** Notes what accounts have at the end of each day. */
  watch: WorthWatch
  /** Judges what they waited for. */
  alerts: AlertStage
  /** Saves the market before a snapshot, so that a replay from there reaches back to what is saved. */
  saveMarket(): Promise<void>
}

/** Restores engine and command log, and folds the replayed trades into the stored candles. */
async function restoreExchange(
  { settings, options, log, onClose }: Stage,
  { storage, archive, clock }: OpenedStorage,
  { feed, replayed, prices, hours, watch, alerts, saveMarket }: RestoreParts,
): Promise<OpenedExchange> {
  const recovery = await MarketRecovery.open(archive, feed.instruments)
  const restored = await openExchange({
    storage,
    clock,
    log,
    settings: engineSettingsOf(feed),
    watch,
    isHeldUp: options.isHeldUp,
    place: settings.databaseUrl ? "DATABASE_URL" : `SAKER_DATA: ${settings.data}`,
    onReplayed: ({ time }, { events }) => {
      replayed.take(events)
      prices.take(events)
      hours.take(time, events)
      alerts.watch.take(events)
      recovery.take(time, events)
    },
    beforeSnapshot: saveMarket,
    ...(options.rhythm ? { rhythm: options.rhythm } : {}),
  })
  onClose(restored.close)
  await recovery.finish()
  return restored
}

/** The saved number of the newest batch lies ahead by what its writer has reserved; a follower counts as the writer does. */
const writersCounters = (saved: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    [...saved].map(([name, count]) => [
      name,
      name === REVISION ? Math.max(0, count - RESERVED_AHEAD) : count,
    ]),
  )

interface ResumeParts {
  feed: Feed
  engine: Engine
  replayed: ReplayedTrades
  /** The exchange runs elsewhere: where its command log ended as it was read, and what the replay adds to what is stored. */
  followed?: { time: number; recovery: MarketRecovery; silentSince(): number }
}

/** The read model as the last run left it, brought to where the engine stands now. */
export async function resumeMarket(
  { log, onClose }: Stage,
  { storage, archive, clock }: OpenedStorage,
  { feed, engine, replayed, followed }: ResumeParts,
): Promise<Pick<OpenedMarket, "model" | "history" | "longLives">> {
  const loaded = await archive.load()
  const recovered = followed?.recovery.recovered(loaded.spans)
  const saved = { ...loaded, spans: recovered?.spans ?? loaded.spans }
  const model = new MarketModel({
    // Whatever the prices: there is no custody of real coins yet, so all money is practice money.
    feed: { kind: feed.kind, source: feed.source, practice: true },
    silentSince: followed?.silentSince ?? feed.silentSince?.bind(feed),
    instruments: feed.instruments,
    coinNames: feed.coinNames,
    counters: resumedCounters(followed ? writersCounters(saved.counters) : saved.counters, engine),
    now: clock.now,
  })
  for (const view of model.views())
    view.engineCandles = recovered?.candles.get(view.instrument.id) ?? view.engineCandles
  resumeTape(model, saved.trades, replayed)
  const history = new MarketHistory({
    model,
    archive,
    many: (instruments) => new ManyCandles(storage.database, instruments),
    history: feed.history ?? feed.past,
    spans: saved.spans,
  })
  const days = await history.readDay(followed?.time ?? clock.now())
  // From here to the first trade it goes quickly: the engine's span begins now, where history ends.
  const time = followed?.time ?? clock.now()
  await archive.begin(time, feed.instruments, model.counters())
  await history.begin(time, days)
  model.take(standingBatch(engine, time))
  const longLives = history.longLives({ time, log })
  onClose(() => longLives.stop())
  return { model, history, longLives }
}

/** Stage "replica" of a gateway: the exchange as the database has it at one moment, and what is read of it, ready to follow. */

import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { alertRowOf } from "../alert/alert-rows.ts"
import { openAlerts } from "../alert/alert-store.ts"
import type { BusLink } from "../bus/bus-link.ts"
import { RemoteExchange } from "../bus/remote-exchange.ts"
import { Replica } from "../bus/replica.ts"
import { accountOf } from "../engine/ledger/ledger-account.ts"
import type { Batch } from "../exchange/exchange.ts"
import { PositionRecords, withPositionRecords } from "../exchange/position-records.ts"
import type { Feed } from "../feed/feed.ts"
import type { JournalHead } from "../journal/journal.ts"
import { restoreEngine } from "../journal/restore.ts"
import { MarketRecovery } from "../read-model/market-recovery.ts"
import { PriceCandles } from "../read-model/price-candles.ts"
import type { StoredByWriter } from "../storage/followed-archives.ts"
import { FollowedHourArchive, FollowedPriceArchive, storedByWriter } from "../storage/followed-archives.ts"
import { recordedPositions } from "../storage/recorded-positions.ts"
import { journalAfter } from "../storage/state-archive.ts"
import type { Storage } from "../storage/storage.ts"
import { engineSettingsOf, type OpenedMarket, openHours, openWatch, resumeMarket } from "./exchange-stage.ts"
import { openHistoryReplica } from "./history-stage.ts"
import { restorableEngine } from "./open-exchange.ts"
import { ReplayedTrades } from "./resume-market.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"
import { openTrading } from "./trading-calls.ts"

/** How often memory lets go of what the writer has stored. */
const LET_GO_EVERY_MS = 10_000

export interface ReplicaMarket
  extends Pick<OpenedMarket, "engine" | "model" | "history" | "longLives" | "prices" | "hours" | "trading"> {
  exchange: RemoteExchange
  replica: Replica
}

interface ReplicaParts {
  opened: OpenedStorage
  feed: Feed
  head: JournalHead
  /** Made once the log's end is known to it; nothing is asked of it before. */
  link: BusLink
  silentSince(): number
}

/** All reads are of the moment of `head`; from the answer on the models follow each batch that the replica does. */
export async function startReplica(
  stage: Stage,
  { opened, feed, head, link, silentSince }: ReplicaParts,
): Promise<ReplicaMarket> {
  const { log, settings, onClose } = stage
  const { storage, archive, clock } = opened
  const stopped = new AbortController()
  onClose(() => stopped.abort())
  const stored = storedByWriter(storage.database, { seq: () => replica.seq, stopped: stopped.signal })
  const { instruments } = feed
  const replayed = new ReplayedTrades()
  const prices = new PriceCandles({ archive: new FollowedPriceArchive(storage, stored), instruments, log })
  const hours = await openHours(stage, opened, {
    instruments,
    hourArchive: new FollowedHourArchive(storage, stored),
  })
  const recovery = await MarketRecovery.open(archive, instruments)
  const restored = await restoreEngine({
    ...{ storage, head, log },
    create: () => restorableEngine(engineSettingsOf(feed)),
    onReplayed: ({ time }, { events }) => {
      replayed.take(events)
      prices.take(events)
      hours.take(time, events)
      recovery.take(time, events)
    },
  })
  const { engine } = restored.engine
  const followed = { time: head.time, recovery, silentSince }
  const resumed = await resumeMarket(stage, opened, { feed, engine, replayed, followed })
  const { model } = resumed
  hours.countBy(model.counters())
  const records = new PositionRecords(await recordedPositions(storage))
  const recorded = withPositionRecords(engine, records)
  const replica: Replica = new Replica({
    engine: { ...restored.engine, apply: (stamped) => recorded.apply(stamped) },
    ...{ head, log },
    readLog: (after, limit) => journalAfter(storage.database, after, limit),
    onBatch: (batch: Batch, revision) => {
      if (revision !== undefined) model.countOnFrom(revision - 1)
      exchange.tell(batch)
    },
    onDone: (command: Command, answer: Answer) => exchange.done(command, answer),
  })
  onClose(() => replica.stop())
  const exchange: RemoteExchange = new RemoteExchange({
    ...{ link, replica, engine, now: clock.now },
    isHeldUp: stage.options.isHeldUp,
  })
  exchange.listen((batch) => {
    model.take(batch)
    prices.take(batch.events)
    hours.take(batch.time, batch.events)
  })
  const trading = await openTrading({
    ...{ storage, settings, model, exchange, engine, hours, now: clock.now },
    replica: await openHistoryReplica(stage, storage, exchange),
    // What is made of it is asked of the process with the exchange.
    watch: openWatch(stage, feed),
  })
  await seedAlerts(storage, trading.accounts)
  const market = { engine, exchange, replica, ...resumed, prices, hours, trading }
  onClose(letGoOfStored(market, stored, stage.options.saveEveryMs))
  return market
}

async function seedAlerts(
  { database }: Storage,
  accounts: OpenedMarket["trading"]["accounts"],
): Promise<void> {
  for (const row of await openAlerts(database))
    accounts.seedRow(accountOf(row.user_id), "alert", alertRowOf(row))
}

/** Candles and ticks stay in memory until the writer has stored them. Answers how to end it. */
function letGoOfStored(
  { model, prices, hours }: Pick<ReplicaMarket, "model" | "prices" | "hours">,
  stored: StoredByWriter,
  everyMs = LET_GO_EVERY_MS,
) {
  let isUnderWay = false
  const letGo = async () => {
    isUnderWay = true
    const views = [...model.views()]
    for (const { engineCandles } of views) engineCandles.takeUnsaved()
    const candles = stored().then(
      () => views.map(({ engineCandles }) => engineCandles.saved()),
      () => views.map(({ engineCandles }) => engineCandles.notSaved()),
    )
    // What can't be let go of yet is with the next.
    await Promise.allSettled([candles, prices.save(), hours.save()])
    isUnderWay = false
  }
  const timer = setInterval(() => {
    if (!isUnderWay) void letGo()
  }, everyMs)
  return () => clearInterval(timer)
}

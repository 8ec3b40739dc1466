/** Opens the exchange: takes the term, restores the engine, and begins to keep what it does. */

import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { type Clock, createExchange, type Exchange } from "../exchange/exchange.ts"
import { PositionRecords, withPositionRecords } from "../exchange/position-records.ts"
import { type WatchesEngine, withWatch } from "../exchange/watched-engine.ts"
import { isHandedOver, noteHandOver } from "../journal/hand-over.ts"
import type { MakesImages } from "../journal/image-thread.ts"
import { Journal, type JournalHead, takeTerm } from "../journal/journal.ts"
import { RestoreProblem, restoreEngine } from "../journal/restore.ts"
import { readSavedState } from "../journal/saved-state-schema.ts"
import { type KeepRhythm, StateKeeper } from "../journal/state-keeper.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { recordedPositions } from "../storage/recorded-positions.ts"
import type { Storage } from "../storage/storage.ts"

interface OpenLog {
  error(values: object, text: string): void
  info(values: object, text: string): void
}

export interface OpenParts {
  storage: Storage
  clock: Clock
  log: OpenLog
  settings: Partial<EngineSettings>
  /** Where the data lies, for a person: begins the line when it can't be read. */
  place: string
  /** Whether what users send now was sent long ago; left out: never. */
  isHeldUp?: (() => boolean) | undefined
  rhythm?: KeepRhythm
  /** Who hashes and packs snapshots; left out: a thread of its own. */
  images?: MakesImages
  /** Looks at the engine around each command, those that are done again as well. */
  watch?: WatchesEngine
  /** Hears of every command that is done again. */
  onReplayed?: (stamped: Stamped, outcome: Outcome) => void
  /** Runs before a snapshot is kept; without it when it throws. */
  beforeSnapshot?: () => Promise<void>
}

export interface OpenedExchange {
  exchange: Exchange
  engine: Engine
  journal: Journal
  /** Of this writer. */
  term: number
  /** Nothing was there before: everything opens at once. */
  isFirst: boolean
  /** The last writer ended cleanly for this one, which stood by: nobody needs a pause. */
  isHandedOver: boolean
  /** Keeps what waits and the state as it then stands; the next start has nothing to do again. */
  close(): Promise<void>
  /** Lets go of everything without keeping anything: as if the process had been killed. */
  abandon(): Promise<void>
}

/** Epoch ms of the last command that was kept; 0 before the first. No clock may show less (T6). */
export async function lastKeptTime({ database }: Storage): Promise<number> {
  const head = await database.selectFrom("engine_head").select("time").executeTakeFirst()
  return head?.time ?? 0
}

/** Throws a StartProblem when what was stored doesn't agree with itself: nothing is healed by itself. */
export async function openExchange(parts: OpenParts): Promise<OpenedExchange> {
  const { storage, clock, log } = parts
  const head = await takeTerm(storage)
  const handedOver = await isHandedOver(storage.database, head, clock.now())
  const { engine, fromSeq } = await restore(parts, head)
  const keeper = new StateKeeper({
    storage,
    save: () => engine.save(),
    clock,
    log,
    head,
    fromSeq,
    ...(parts.beforeSnapshot ? { beforeSnapshot: parts.beforeSnapshot } : {}),
    ...(parts.rhythm ? { rhythm: parts.rhythm } : {}),
    ...(parts.images ? { images: parts.images } : {}),
  })
  const journal = new Journal({ storage, clock, log, head, follower: keeper })
  const records = new PositionRecords(await recordedPositions(storage))
  const exchange = createExchange({
    engine: withPositionRecords(withWatch(engine, parts.watch), records),
    ...{ clock, log, journal, after: head, isHeldUp: parts.isHeldUp },
  })
  const close = async () => {
    await exchange.stop()
    journal.stop()
    if (exchange.failure() !== undefined) return await keeper.abandon()
    await keeper.close(journal.head)
    await noteHandOver(storage, journal.head).catch((error: unknown) =>
      log.error(
        { err: error },
        "the next server isn't told that this one ended cleanly: it begins with a pause",
      ),
    )
  }
  const abandon = async () => {
    journal.stop()
    await keeper.abandon()
  }
  const isFirst = head.seq === 0
  return { exchange, engine, journal, term: head.term, isFirst, isHandedOver: handedOver, close, abandon }
}

async function restore(parts: OpenParts, head: JournalHead): Promise<{ engine: Engine; fromSeq: number }> {
  const { storage, log, onReplayed } = parts
  const began = performance.now()
  try {
    const { engine, ...restored } = await restoreEngine({
      storage,
      head,
      create: () => restorableEngine(parts.settings, parts.watch),
      log,
      ...(onReplayed ? { onReplayed } : {}),
    })
    const ms = Math.round(performance.now() - began)
    log.info({ ...restored, ms }, "exchange restored")
    return { engine: engine.engine, fromSeq: restored.fromSeq }
  } catch (error) {
    if (!(error instanceof RestoreProblem)) throw error
    throw new StartProblem(
      `${parts.place}: ${error.message}; the start is stopped and nothing was changed. Allowed: a copy of the data that is whole, or the Saker that wrote it`,
    )
  }
}

/** An engine with what a restore asks of it. */
export function restorableEngine(settings: Partial<EngineSettings>, watch?: WatchesEngine) {
  // What was done before `clock.start` said so had no positions.
  const engine = createEngine({ ...settings, settlesContracts: false })
  const watched = withWatch(engine, watch)
  return {
    engine,
    apply: (stamped: Stamped) => watched.apply(stamped),
    save: () => engine.save(),
    load: (saved: unknown) => engine.load(readSavedState(saved)),
  }
}

/** Stage "storage": opens the database, and sets the clock so that it never falls behind what is stored. */

import { type Clock, systemClock } from "../exchange/exchange.ts"
import { SteadyClock } from "../exchange/steady-clock.ts"
import { MarketArchive } from "../storage/market-archive.ts"
import { type BegunStorage, openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { storageSettings } from "./begin-start.ts"
import { lastKeptTime } from "./open-exchange.ts"
import type { Stage } from "./stage.ts"

export interface OpenedStorage {
  storage: Storage
  archive: MarketArchive
  /** Never shows less than what was kept last, and follows no jump of the wall clock. */
  clock: SteadyClock
  /** The same time, for those who look again and again. */
  rounds: Clock
  /** Was anything traded in this database before? */
  hasHistory: boolean
}

/** @throws StartProblem when the database can't be opened */
export async function startStorage(
  { settings, options, onClose }: Stage,
  begun: BegunStorage,
): Promise<OpenedStorage> {
  const storage = await openStorage(storageSettings(settings), begun)
  onClose(() => storage.close())
  const archive = new MarketArchive(storage)
  const { spans } = await archive.load()
  const least = Math.max(spans.at(-1)?.to ?? 0, await lastKeptTime(storage))
  const clock = new SteadyClock({ clock: options.clock ?? systemClock, least })
  const { now, elapsed, soon } = clock
  const rounds = { now, elapsed, soon, after: options.rounds ?? clock.after }
  return { storage, archive, clock, rounds, hasHistory: spans.length > 0 }
}

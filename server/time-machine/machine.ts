/** A whole exchange whose clock is moved by hand: the real server on a clock that stands still, and what moves it on. */

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import type { TimeMs } from "#core/money/units.ts"
import { systemClock } from "../exchange/exchange.ts"
import { readSettings, type Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { StartedParts, StartOptions } from "../start/stage.ts"
import { startServer } from "../start/start-server.ts"
import { createMachineFeed, type MachineFeed } from "./machine-feed.ts"
import type { MachineSettings } from "./machine-settings.ts"
import { openTrader, type Trader } from "./open-trader.ts"
import { RunRecord } from "./run-record.ts"
import { SteppedClock } from "./stepped-clock.ts"

/** Before the stretch begins the exchange has run for so long: there are trades, marks and a settled book. */
const WARM_UP_MS = 60_000
/** How often it is looked at whether the exchange still takes commands, while its answers are waited for. */
const LOOK_MS = 1_000
/** A close that takes longer is given up: nothing of the data is wanted any more. */
const CLOSE_WITHIN_MS = 8_000
/** Nothing is restored from a machine's data: the state is kept once, at its end. */
const NEVER = Number.MAX_SAFE_INTEGER

export interface Machine {
  readonly address: string
  readonly trader: Trader
  readonly record: RunRecord
  now(): TimeMs
  /** Moves the clock on by one step, and resolves when all that this set off is done and kept. */
  step(): Promise<void>
  /** Resolves when nothing is under way any more; what was done since the last step is in the record then. */
  rest(): Promise<void>
  close(): Promise<void>
}

export interface MachineOptions {
  addRoutes?: StartOptions["addRoutes"]
  log?: Logger
}

/** @throws StartProblem when something of the settings can't be had, such as the port */
export async function openMachine(settings: MachineSettings, options: MachineOptions = {}): Promise<Machine> {
  const folder = settings.data ?? (await mkdtemp(join(tmpdir(), "saker-market-")))
  const discard = async () => {
    if (settings.data === null) await rm(folder, { recursive: true, force: true })
  }
  try {
    return await open(settings, folder, options, discard)
  } catch (error) {
    await discard()
    throw error
  }
}

async function open(
  settings: MachineSettings,
  folder: string,
  options: MachineOptions,
  discard: () => Promise<void>,
): Promise<Machine> {
  const clock = new SteppedClock(settings.from - WARM_UP_MS)
  const house = createMachineFeed(settings, clock.now())
  const started = Promise.withResolvers<StartedParts>()
  const server = await startServer(serverSettings(settings, folder), {
    ...{ clock, feed: house.feed, onStarted: started.resolve },
    ...{ rounds: systemClock.after, takesAnyKeyTime: true },
    rhythm: { snapshotMs: NEVER, snapshotCommands: NEVER, hashCommands: NEVER },
    log: options.log ?? pino({ level: "error" }, pino.destination(2)),
    ...(options.addRoutes && { addRoutes: options.addRoutes }),
  })
  const close = async () => {
    const late = systemClock.after(CLOSE_WITHIN_MS, () => process.exit(1))
    await server.close()
    late()
    await discard()
  }
  try {
    const parts = await started.promise
    const step = () => moveOn({ clock, house, parts, stepMs: settings.stepMs, failure: server.failure })
    while (clock.now() < settings.from) await step()
    const trader = await openTrader(parts, settings, folder)
    const record = new RunRecord(parts, { settings, account: trader.account })
    return {
      ...{ address: server.address, trader, record, now: clock.now, close },
      async step() {
        await step()
        record.sample(clock.now())
      },
      async rest() {
        await settled(parts.exchange, house)
        record.sample(clock.now())
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Moving {
  clock: SteppedClock
  house: MachineFeed
  parts: StartedParts
  stepMs: number
  failure(): string | undefined
}

/**
 * One step. What a program sent before it is answered before it: a command under way while the clock moves would have waited
 * for a whole step, which the exchange refuses as late, and the journal takes for a database that has fallen silent.
 */
async function moveOn({ clock, house, parts, stepMs, failure }: Moving): Promise<void> {
  const { exchange } = parts
  const step = async () => {
    await settled(exchange, house)
    clock.moveTo(clock.now() + stepMs)
    house.look(clock.now())
    await settled(exchange, house)
  }
  let callOff: () => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    const look = () => {
      const reason = failure()
      if (reason !== undefined) reject(new StartProblem(`the exchange takes no more commands: ${reason}`))
      else callOff = systemClock.after(LOOK_MS, look)
    }
    look()
  })
  try {
    await Promise.race([step(), failed])
  } finally {
    callOff()
  }
}

/** Nothing is on its way any more: neither an answer to the house nor a command of anybody. */
async function settled(exchange: StartedParts["exchange"], { feed }: MachineFeed): Promise<void> {
  do {
    await feed.settled()
    while (exchange.backlog() > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  } while (exchange.backlog() > 0)
}

/** Nothing comes from the environment: an operator's own database is never touched. Limits that count real seconds are lifted. */
function serverSettings({ port, seed }: MachineSettings, folder: string): Settings {
  const most = "100000"
  const read = readSettings({
    ...{ PORT: String(port), SAKER_HOST: "127.0.0.1", SAKER_DATA: folder, SAKER_SEED: String(seed) },
    ...{ SAKER_FORCE_WRITES: "0", SAKER_RESTART_PAUSE: "0", SAKER_LOG: "error", SAKER_BINANCE_DOOR: "1" },
    ...{ SAKER_READS_PER_SECOND: most, SAKER_HISTORY_PER_SECOND: most, SAKER_FILES_PER_SECOND: most },
    ...{ SAKER_ORDERS_PER_SECOND: most, SAKER_CANCELS_PER_SECOND: most, SAKER_MESSAGES_PER_SECOND: "10000" },
    ...{ SAKER_ACCOUNT_CALLS_PER_SECOND: most },
  })
  if (!read.ok) throw new Error(read.lines.join("; "))
  return read.settings
}

/** Runs the whole server in the test's process: free port, own data folder, few markets. */

import { pino } from "pino"
import { type Clock, systemClock } from "#server/exchange/exchange.ts"
import { readSettings, type Settings } from "#server/settings/settings.ts"
import type { StartOptions } from "#server/start/stage.ts"
import { type RunningServer, startServer } from "#server/start/start-server.ts"
import { noteFolder } from "./mailbox.ts"
import { freshFolder } from "./saker-process.ts"

/** Settings as the environment would give them; quiet, local, small. */
function testSettings(environment: Record<string, string> = {}): Settings {
  const result = readSettings({
    PORT: "0",
    SAKER_HOST: "127.0.0.1",
    SAKER_DATA: environment.SAKER_DATA ?? freshFolder(),
    SAKER_MARKETS: "6",
    SAKER_SEED: "52",
    SAKER_READS_PER_SECOND: "10000",
    SAKER_HISTORY_PER_SECOND: "10000",
    SAKER_RESTART_PAUSE: "0",
    // Where nobody cuts the power, waiting for the disk is waiting for the other tests.
    SAKER_FORCE_WRITES: "0",
    SAKER_LOG: "error",
    ...environment,
  })
  if (!result.ok) throw new Error(result.lines.join("\n"))
  return result.settings
}

/** Every answer is checked against its schema. */
export const startInProcess = async (
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningServer> => {
  const settings = testSettings(environment)
  const server = await startServer(settings, {
    log: pino({ level: "fatal" }),
    checkAnswers: true,
    ...options,
  })
  noteFolder(server.address, settings.data)
  return server
}

/** Time that a test moves on, by so many ms, as if it had passed: every clock of the machine agrees. */
export const movedClock = (ahead: () => number): Clock => ({
  ...systemClock,
  now: () => systemClock.now() + ahead(),
  elapsed: () => systemClock.elapsed() + ahead(),
})

/** The envelope of a call, with its HTTP status. */
export async function call<Data = unknown>(
  server: RunningServer,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; code: number; message: string; data: Data }> {
  const response = await fetch(`${server.address}${path}`, init)
  const body = (await response.json()) as { code: number; message: string; data: Data }
  return { status: response.status, ...body }
}

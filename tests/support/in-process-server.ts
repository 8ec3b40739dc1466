/** How do tests run the whole server in their own process? On a free port, with a data folder of its own, few markets. */

import { pino } from "pino"
import { readSettings, type Settings } from "#server/settings.ts"
import { type RunningServer, type StartOptions, startServer } from "#server/start-server.ts"
import { freshFolder } from "./saker-process.ts"

/** Settings as the environment would give them; quiet, local, small. */
function testSettings(environment: Record<string, string> = {}): Settings {
  const result = readSettings({
    PORT: "0",
    SAKER_HOST: "127.0.0.1",
    SAKER_DATA: environment.SAKER_DATA ?? freshFolder(),
    SAKER_MARKETS: "6",
    SAKER_READS_PER_SECOND: "10000",
    SAKER_HISTORY_PER_SECOND: "10000",
    SAKER_RESTART_PAUSE: "0",
    SAKER_LOG: "error",
    ...environment,
  })
  if (!result.ok) throw new Error(result.lines.join("\n"))
  return result.settings
}

/** Every answer is checked against its schema. */
export const startInProcess = (
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningServer> =>
  startServer(testSettings(environment), {
    log: pino({ level: "fatal" }),
    checkAnswers: true,
    ...options,
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

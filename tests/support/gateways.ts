/** One process with the exchange and gateways in front of it, in the test's process, on a database and a NATS server of their own. */

import { pino } from "pino"
import { readSettings, type Settings } from "#server/settings/settings.ts"
import type { StartOptions } from "#server/start/stage.ts"
import { startGateway } from "#server/start/start-gateway.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "./in-process-server.ts"
import { NATS_LEFT_OUT, natsIsThere, startNats, type TestNats, Wire } from "./nats.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "./postgres.ts"
import { freshFolder } from "./saker-process.ts"

export const gatewaysCanRun = postgresIsThere && natsIsThere
/** Behind a test's name: what is left out where it can't run. */
export const GATEWAYS_LEFT_OUT = gatewaysCanRun ? "" : ` (${postgresIsThere ? NATS_LEFT_OUT : LEFT_OUT})`

export interface Fleet {
  exchange: RunningServer
  nats: TestNats
  /** Environment that all of them share. */
  env: Record<string, string>
  /** Another gateway, over a wire of its own to NATS. */
  gateway(
    env?: Record<string, string>,
    options?: StartOptions,
  ): Promise<{ server: RunningServer; wire: Wire }>
  close(): Promise<void>
}

function gatewaySettings(env: Record<string, string>): Settings {
  const result = readSettings({
    PORT: "0",
    SAKER_HOST: "127.0.0.1",
    SAKER_SEED: "52",
    SAKER_LOG: "error",
    ...env,
  })
  if (!result.ok) throw new Error(result.lines.join("\n"))
  return result.settings
}

export async function openFleet(
  more: Record<string, string> = {},
  options: StartOptions = {},
): Promise<Fleet> {
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const { url, drop } = await freshDatabase()
    closers.push(drop)
    const nats = await startNats()
    closers.push(() => nats.end())
    const env = {
      ...{ SAKER_DATA: freshFolder(), SAKER_MARKETS: "6", DATABASE_URL: url, SAKER_NATS: nats.url },
      ...{ SAKER_READS_PER_SECOND: "10000", SAKER_HISTORY_PER_SECOND: "10000" },
      ...more,
    }
    const exchange = await startInProcess(env, options)
    closers.push(() => exchange.close())
    return {
      ...{ exchange, nats, env, close },
      gateway: async (own = {}, options = {}) => {
        const wire = await Wire.to(nats.url)
        closers.push(() => wire.close())
        const settings = gatewaySettings({ ...env, SAKER_GATEWAY: "1", SAKER_NATS: wire.url, ...own })
        const server = await startGateway(settings, {
          log: pino({ level: "error" }),
          checkAnswers: true,
          ...options,
        })
        closers.push(() => server.close())
        return { server, wire }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

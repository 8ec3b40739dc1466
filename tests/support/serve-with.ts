/** Runs the real server with options that no setting offers: start options as JSON in its only argument. */

import { readSettings } from "#server/settings/settings.ts"
import { startServer } from "#server/start/start-server.ts"
import { movedClock } from "./in-process-server.ts"
import type { ServeOptions } from "./saker-process.ts"

const FUNDING_EVERY_MS = 8 * 3_600_000
/** By then a journey has long asked for the funding. */
const BEFORE_FUNDING_MS = 900_000
const SOON_MS = 2_000

const { comesToFunding, ...options } = JSON.parse(process.argv[2] ?? "{}") as ServeOptions
const result = readSettings(process.env)
if (!result.ok) throw new Error(result.lines.join("\n"))

let aheadMs = 0
const untilFunding = () => FUNDING_EVERY_MS - ((Date.now() + aheadMs) % FUNDING_EVERY_MS)
if (comesToFunding) {
  aheadMs += untilFunding() - BEFORE_FUNDING_MS
  process.on("SIGUSR2", () => {
    aheadMs += untilFunding() - SOON_MS
  })
}
const server = await startServer(result.settings, {
  ...options,
  ...(comesToFunding && { clock: movedClock(() => aheadMs) }),
})
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)))
process.stdout.write(`Saker is ready at ${server.address}\n`)

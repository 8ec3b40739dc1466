/** Runs the real server with options that no setting offers: start options as JSON in its only argument. */

import { readSettings } from "#server/settings/settings.ts"
import { startServer } from "#server/start/start-server.ts"
import { movedClock } from "./in-process-server.ts"
import type { ServeOptions } from "./saker-process.ts"

const HOUR_MS = 3_600_000
const EVERY_MS = { funding: 8 * HOUR_MS, day: 24 * HOUR_MS }
/** By then a journey has long asked to go on. */
const BEFORE_MS = 900_000
const SOON_MS = 2_000

const { comesTo, ...options } = JSON.parse(process.argv[2] ?? "{}") as ServeOptions
const result = readSettings(process.env)
if (!result.ok) throw new Error(result.lines.join("\n"))

let aheadMs = 0
if (comesTo) {
  const left = () => EVERY_MS[comesTo] - ((Date.now() + aheadMs) % EVERY_MS[comesTo])
  aheadMs += left() - BEFORE_MS
  process.on("SIGUSR2", () => {
    aheadMs += left() - SOON_MS
  })
}
const server = await startServer(result.settings, {
  ...options,
  ...(comesTo && { clock: movedClock(() => aheadMs) }),
})
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)))
process.stdout.write(`Saker is ready at ${server.address}\n`)

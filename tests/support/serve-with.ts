/** Runs the real server with options that no setting offers: start options as JSON in its only argument. */

import { readSettings } from "#server/settings/settings.ts"
import { startServer } from "#server/start/start-server.ts"
import type { ServeOptions } from "./saker-process.ts"

const result = readSettings(process.env)
if (!result.ok) throw new Error(result.lines.join("\n"))
const server = await startServer(result.settings, JSON.parse(process.argv[2] ?? "{}") as ServeOptions)
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)))
process.stdout.write(`Saker is ready at ${server.address}\n`)

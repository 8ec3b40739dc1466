/** How does a test serve another build of the page than its own? The real server, with the site's folder as its argument. */

import { readSettings } from "#server/settings.ts"
import { startServer } from "#server/start-server.ts"

const [siteFolder] = process.argv.slice(2)
const result = readSettings(process.env)
if (!siteFolder || !result.ok)
  throw new Error(result.ok ? "the site's folder is missing" : result.lines.join("\n"))
const server = await startServer(result.settings, { siteFolder })
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)))
process.stdout.write(`Saker is ready at ${server.address}\n`)

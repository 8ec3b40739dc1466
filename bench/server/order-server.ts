/** The server process of the order figure: the whole server, and beside its calls two that do nothing. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { placeSpotOrder } from "#core/wire/index.ts"
import { answer } from "#server/calls/handler.ts"
import { addEndpoints } from "#server/http/endpoint-routes.ts"
import { readSettings } from "#server/settings/settings.ts"
import { startServer } from "#server/start/start-server.ts"

/** A call as placing an order is one: the same limit, session, schema and envelope, and nothing behind them. */
const emptyCall = { ...placeSpotOrder, path: "/bench/empty" } as const
/** Takes a JSON body and answers an envelope, without limit, session or schema. */
const BARE_PATH = "/bench/bare"
const NOTHING = { code: 200, message: "", data: {} }

const LIMIT = "100000"
const data = mkdtempSync(join(tmpdir(), "saker-bench-"))
const read = readSettings({
  PORT: "0",
  SAKER_HOST: "127.0.0.1",
  SAKER_DATA: data,
  SAKER_MARKETS: "1",
  SAKER_SEED: "1",
  SAKER_READS_PER_SECOND: LIMIT,
  SAKER_FILES_PER_SECOND: LIMIT,
  SAKER_ACCOUNT_CALLS_PER_SECOND: LIMIT,
  SAKER_ORDERS_PER_SECOND: LIMIT,
  SAKER_CANCELS_PER_SECOND: LIMIT,
  SAKER_CODES_PER_HOUR: LIMIT,
  SAKER_TRIES_PER_ADDRESS: LIMIT,
  SAKER_PRACTICE_FUNDS: "USDT:10000000,BTC:1000",
  SAKER_LOG: "error",
})
if (!read.ok) throw new Error(read.lines.join("\n"))
const server = await startServer(read.settings, {
  addRoutes: (app, door) => {
    addEndpoints(app, { emptyCall }, { emptyCall: async () => answer({}) }, door)
    app.post(BARE_PATH, async (_request, reply) => reply.header("cache-control", "no-store").send(NOTHING))
  },
})
process.send?.({ port: server.port, mailbox: server.mailbox })
process.once("message", async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
  process.exit(0)
})

/** Stage "bus": says what the exchange does to its gateways and does what they ask; only where the settings name a NATS server. */

import { randomBytes } from "node:crypto"
import type { Kysely } from "kysely"
import { BusConnection } from "../bus/bus-connection.ts"
import { BusHost } from "../bus/bus-host.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { Tables } from "../storage/schema.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import type { OpenedHttp } from "./http-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

/** Row of the table `meta`: how this exchange is called on the bus. */
const META_KEY = "bus"

/** Undefined: no process with the exchange has named itself yet. */
export async function readBusName(database: Kysely<Tables>): Promise<string | undefined> {
  const row = await database.selectFrom("meta").select("value").where("key", "=", META_KEY).executeTakeFirst()
  return row?.value
}

async function busName(database: Kysely<Tables>): Promise<string> {
  await database
    .insertInto("meta")
    .values({ key: META_KEY, value: randomBytes(8).toString("hex") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute()
  return (await readBusName(database)) ?? ""
}

interface BusParts {
  opened: OpenedStorage
  market: OpenedMarket
  http: OpenedHttp
}

/** @throws StartProblem without a DATABASE_URL: gateways read the same database */
export async function openBus(
  { settings, log, onClose }: Stage,
  { opened: { storage, clock }, market, http }: BusParts,
): Promise<void> {
  if (settings.databaseUrl === "")
    throw new StartProblem(
      "SAKER_NATS: got something without a DATABASE_URL; allowed: with a PostgreSQL server, which gateways read as well",
    )
  const { exchange, journal, term, model } = market
  const bus = new BusConnection({ url: settings.nats, name: "saker exchange", log })
  onClose(() => bus.close())
  const { sessions, apiKeys } = http.accounts
  const host = new BusHost({
    ...{ bus, name: await busName(storage.database), term, exchange, journal, log },
    revision: () => model.revision(),
    silentSince: () => model.feed().silentSince ?? 0,
    now: clock.now,
    handlers: http.handlers,
    calls: http.calls,
    signedOnce: (signed) => apiKeys.takeOnce(signed),
  })
  host.start()
  onClose(() => host.stop())
  sessions.listen((ids) => host.note({ kind: "sessions-ended", ids }))
  apiKeys.listen((ids) => host.note({ kind: "keys-ended", ids }))
  http.listenPreferences((userId) => host.note({ kind: "preferences", userId }))
  // Alerts are judged here; all else of an account follows from the batches.
  market.trading.accounts.listen((changes) => {
    for (const [account, { rows }] of changes)
      for (const value of rows.alert) host.note({ kind: "row", account, row: "alert", value })
  })
}

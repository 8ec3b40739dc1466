/** The replica of the database that history is read from, where the settings name one. */

import type { Exchange } from "../exchange/exchange.ts"
import type { ReadMetric } from "../metrics/create-metrics.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { HistoryReplica } from "../storage/history-replica.ts"
import { placeOf } from "../storage/place-of.ts"
import type { Storage } from "../storage/storage.ts"
import { storageSettings } from "./begin-start.ts"
import type { Stage } from "./stage.ts"

/**
 * Undefined: all is read from the database that is written. Throws a {@link StartProblem} if the replica that answers is one of another
 * database; one that doesn't answer yet is waited for beside the work.
 */
export async function openHistoryReplica(
  { settings, log, onClose }: Stage,
  { database }: Pick<Storage, "database">,
  exchange: Pick<Exchange, "committed">,
): Promise<HistoryReplica | undefined> {
  const { replicaUrl } = settings
  if (replicaUrl === "") return undefined
  // What speaks to a PostgreSQL server is loaded where there is one.
  const { HistoryReplica, headOf, identityOf, openReplica } = await import("../storage/history-replica.ts")
  const identity = await identityOf(database)
  const connection = openReplica({ ...storageSettings(settings), databaseUrl: replicaUrl })
  const replica = new HistoryReplica({
    ...{ replica: connection, primary: database, identity },
    ...{ identityThere: () => identityOf(connection), headThere: () => headOf(connection) },
    ...{ committed: () => exchange.committed(), log },
  })
  onClose(() => replica.close())
  await replica.start()
  if (replica.state() === "foreign")
    throw new StartProblem(
      `DATABASE_REPLICA_URL: ${placeOf(replicaUrl)} is no replica of the database that DATABASE_URL names; allowed: a streaming replica of that server`,
    )
  return replica
}

/** Nothing is told where there is none. */
export const historyMetrics = (replica: HistoryReplica | undefined): ReadMetric[] => [
  {
    name: "saker_history_replica_used",
    help: "1 while history is read from the database replica",
    read: () => replica && Number(replica.state() === "used"),
  },
  {
    name: "saker_history_replica_lag_seconds",
    help: "How long ago was committed what the database replica doesn't have yet",
    read: () => {
      const lag = replica?.lagMs()
      return lag === undefined ? undefined : lag / 1000
    },
  },
  {
    name: "saker_history_replica_reads",
    help: "Reads of history since the start that the replica has answered",
    read: () => replica?.reads().replica,
  },
  {
    name: "saker_history_primary_reads",
    help: "Reads of history since the start that the written database has answered, where a replica is named",
    read: () => replica?.reads().primary,
  },
]

/** The server's log: JSON lines, without what an error may carry of a user's data. */

import { type DestinationStream, type Logger, pino } from "pino"
import type { Settings } from "../settings/settings.ts"

/** PostgreSQL's errors quote values here ("Key (account)=(…) already exists"); the message names the constraint. */
const LEFT_OUT = ["err.detail", "err.where", "err.parameters", "err.query"]

/** On stderr, unless `to` is given. */
export const createLog = (
  level: Settings["logLevel"] | "trace",
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger => pino({ level, redact: { paths: LEFT_OUT, remove: true } }, to)

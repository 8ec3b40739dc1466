/** The server's log: JSON lines, without what an error may carry of a user's data. */

import { type DestinationStream, type Logger, pino } from "pino"
import type { Settings } from "../settings/settings.ts"

/** What is told of an error beside its kind, message and stack. Drivers add the whole question and the values in it. */
const TOLD = ["code", "severity", "constraint", "table", "column", "syscall", "errno", "statusCode"] as const
/** Of causes behind each other so many are told. */
const CAUSES_MAX = 3
/** PostgreSQL's class of data that doesn't fit: its messages end with the value. */
const QUOTES_VALUES = /^22/

type ErrorFields = Partial<Record<(typeof TOLD)[number], unknown>>

/** An error as it stands in a line; what is none stays as it is. */
function toldError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const fields = error as ErrorFields
  const isQuoting = QUOTES_VALUES.test(String(fields.code ?? ""))
  const message = isQuoting ? (error.message.split(":")[0] ?? "") : error.message
  const told = TOLD.flatMap((name) => {
    const value = fields[name]
    return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : []
  })
  return {
    type: error.name,
    message,
    stack: isQuoting ? error.stack?.replaceAll(error.message, message) : error.stack,
    ...Object.fromEntries(told),
    ...(error.cause instanceof Error && depth < CAUSES_MAX && { cause: toldError(error.cause, depth + 1) }),
  }
}
const serialize = (error: unknown): unknown => toldError(error)

/** On stderr, unless `to` is given. */
export const createLog = (
  level: Settings["logLevel"] | "trace",
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger => pino({ level, serializers: { err: serialize, error: serialize } }, to)

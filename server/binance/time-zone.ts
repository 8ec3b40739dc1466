/** The time zone that candles and days are asked for in. */

import { DoorError } from "./door-error.ts"
import type { Parameters } from "./parameters.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * How far a time zone is ahead of UTC, in ms: `5:45`, `-3`, `+02:00`; from -12:00 to +14:00.
 * @throws DoorError -1130
 */
export function readZone(parameters: Parameters): number {
  const [, sign, hours = "", minutes = "0"] =
    /^([+-]?)(\d{1,2})(?::([0-5]\d))?$/.exec(parameters.text("timeZone") ?? "0") ?? []
  if (hours === "") throw invalid()
  const ahead = (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
  if (ahead < -12 * HOUR_MS || ahead > 14 * HOUR_MS) throw invalid()
  return ahead
}

const invalid = (): DoorError => new DoorError(-1130, "Data sent for parameter 'timeZone' is not valid.")

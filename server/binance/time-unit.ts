/** Times of spot's answers in microseconds, for clients that ask for them by a header. */

import { DoorError } from "./door-error.ts"

export const TIME_UNIT_HEADER = "x-mbx-time-unit"

const FIELDS: ReadonlySet<string> = new Set([
  ...["time", "updateTime", "transactTime", "workingTime", "serverTime", "openTime", "closeTime"],
  ...["transactionTime", "T"],
])
/** Places of the opening and the closing time in a candle, and how long a candle is. */
const OPEN = 0
const CLOSE = 6
const CANDLE_LENGTH = 12
/** What is less is no moment. */
const LEAST_MS = 1_000_000_000_000

/** Whether microseconds are asked for. @throws DoorError -1130 for another unit */
export function asksMicroseconds(said: string | string[] | undefined): boolean {
  const unit = String(said ?? "").toUpperCase()
  if (unit === "MICROSECOND") return true
  if (unit === "" || unit === "MILLISECOND") return false
  throw new DoorError(-1130, "Data sent for header 'X-MBX-TIME-UNIT' is not valid.")
}

/** The same answer with its times in microseconds; engine times are whole milliseconds. */
export function inMicroseconds(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    if (answer.length === CANDLE_LENGTH && isMoment(answer[OPEN]))
      return answer.map((cell, place) => (place === OPEN || place === CLOSE ? cell * 1000 : cell))
    return answer.map(inMicroseconds)
  }
  if (typeof answer !== "object" || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      FIELDS.has(name) && isMoment(value) ? value * 1000 : inMicroseconds(value),
    ]),
  )
}

const isMoment = (value: unknown): value is number => typeof value === "number" && value >= LEAST_MS

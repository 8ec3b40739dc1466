/** What proves second contracts, for anyone: hours of an index, and the files of their ticks (O6). */

import { z } from "zod/mini"
import { HOUR_MS } from "../second/tick-line.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, limitWithin, sequence, timeMs, timeRange } from "./scalar.ts"

const hash = (description: string) =>
  described(z.string().check(z.regex(/^[0-9a-f]{64}$/)), `${description} 64 hex digits.`)
const indexId = described(z.string().check(z.regex(/^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}$/)), "Such as `BTC_USDT`.")

const announced = {
  hour: described(timeMs, "Its first millisecond."),
  before: hash("h of the tick before its first; zeros before the first of all."),
  hash: hash("h of its last tick so far."),
  isComplete: described(z.boolean(), "The hour is over: its hash changes no more."),
}

/** An hour whose file proves something. */
export const announcedHour = named("AnnouncedHour", z.object(announced), {
  description: "An hour of an index, and the hashes that its file has to lead from and to.",
})
export const announcedHourExample: z.infer<typeof announcedHour> = {
  ...{ hour: 1_784_998_800_000, isComplete: false },
  ...{ before: "0".repeat(64), hash: "5d41402abc4b2a76b9719d911017c592".repeat(2) },
}

export const indexHours = endpoint({
  method: "GET",
  path: "/market/index/hours",
  summary: "Hours of an index that second contracts follow: their ticks by number, and the last hash of each",
  notes:
    "The hash of the newest row is the head of the chain: whoever notes it can prove later that nothing before it was changed. Files are at `/market/index/file/{index}/{hour}`. The hash of an hour that is over never changes; its file is kept as long as a contract rests on it, and at least for the days that the operator set (`isKept`). An hour without a tick has no row.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ index: indexId, ...timeRange, limit: limitWithin(500, 48) }),
  response: z.object({
    rows: described(
      z.array(
        z.object({
          ...announced,
          first: described(sequence, "Number of its first tick."),
          last: described(sequence, "Number of its last tick so far."),
          isKept: described(z.boolean(), "Its file can be fetched."),
        }),
      ),
      "Newest first.",
    ),
  }),
  problems: ["UNKNOWN_INSTRUMENT", "TIME_RANGE"],
  example: {
    request: { index: "BTC_USDT", limit: "1" },
    response: {
      rows: [{ ...announcedHourExample, first: 8_200_001, last: 8_204_117, isKept: true }],
    },
  },
})

/** A file of text and no envelope; `:index` and `:hour` as in {@link indexFileRequest}. */
export const INDEX_FILE_PATH = "/market/index/file/:index/:hour"

export const indexFileRequest = z.strictObject({
  index: indexId,
  hour: countWithin(
    0,
    8_640_000_000_000_000,
    "First millisecond of the hour. Epoch milliseconds, UTC.",
  ).check(z.multipleOf(HOUR_MS)),
})

/** The text of a file as it could be. */
export const indexFileExample = [
  `saker-index-ticks 1|BTC_USDT|1784998800000|8200001|${"0".repeat(64)}`,
  "8200001|1784998800120|67271.20|simulated:67271.20:1|b90d0157",
  "8200002|1784998800410|67271.98114203|simulated:67271.98114203:1|5eba6186",
  "end|8200002|5eba6186e58c9162c1dcb1da936ef58b138b97472674e207b0864fa7351d8b87",
  "",
].join("\n")

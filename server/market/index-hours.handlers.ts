/** Hours of index ticks, for anyone: their list, and their files as text (O6). */

import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { FastifyInstance } from "fastify"
import { INDEX_FILE_PATH, indexFileRequest, refuse } from "#core/wire/index.ts"
import type { IndexHours, PublishedHour } from "#server/read-model/index-hours.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { readWith } from "../calls/read-request.ts"
import { Refusal } from "../calls/refusal.ts"
import { isBackwards } from "../storage/time-range.ts"

const unpack = promisify<Uint8Array, Buffer>(gunzip)

/** A finished hour never changes. */
const FOR_GOOD = "public, max-age=31536000, immutable"

export function indexHoursHandlers(hours: IndexHours): HandlersOf<"indexHours"> {
  return {
    async indexHours({ index, from = 0, to = Number.MAX_SAFE_INTEGER, limit }) {
      if (isBackwards({ from, to })) return refuse("TIME_RANGE")
      const rows = await hours.hours(index, { from, to, limit })
      if (!rows) return refuse("UNKNOWN_INSTRUMENT", { instrument: index })
      return answer({ rows: rows.map(({ index: _, ...row }) => row) })
    },
  }
}

/** Adds the files. Not found is 404, no longer kept 410; anything else that is refused is so with 400. */
export function addIndexFiles(
  app: FastifyInstance,
  { hours, perSecond }: { hours: IndexHours; perSecond: number },
): void {
  app.route({
    method: "GET",
    url: INDEX_FILE_PATH,
    config: {
      rateLimit: {
        max: perSecond,
        timeWindow: 1000,
        errorResponseBuilder: () => new Refusal({ name: "RATE_LIMIT" }, { status: 429 }),
      },
    },
    async handler(request, reply) {
      const asked = readWith(indexFileRequest, request.params)
      if (!asked.ok) throw new Refusal(asked.problem, { status: 400 })
      const { index, hour } = asked.value
      const [known] = (await hours.hours(index, { from: hour, to: hour, limit: 1 })) ?? []
      if (!known) throw new Refusal({ name: "UNKNOWN_PATH" }, { status: 404 })
      if (request.headers["if-none-match"] === tagOf(known)) return await head(reply, known).code(304).send()
      const published = await hours.file(index, hour)
      if (!published?.file) throw new Refusal({ name: "UNKNOWN_PATH" }, { status: 410 })
      head(reply, published.hour).type("text/plain; charset=utf-8")
      if (takesGzip(request.headers["accept-encoding"]))
        return await reply.header("content-encoding", "gzip").send(published.file)
      return await reply.send(await unpack(published.file))
    },
  })
}

type Reply = Parameters<Parameters<FastifyInstance["route"]>[0]["handler"]>[1]

const head = (reply: Reply, hour: PublishedHour): Reply =>
  reply
    .header("cache-control", hour.isComplete ? FOR_GOOD : "no-cache")
    .header("etag", tagOf(hour))
    .header("vary", "Origin, accept-encoding")

/** The last hash names all that is before it; of an hour that is over one line follows. */
const tagOf = ({ hash, isComplete }: PublishedHour): string =>
  `W/"${hash.slice(0, 32)}${isComplete ? "-end" : ""}"`

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(?:^|[\s,])gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(String(accepted ?? ""))

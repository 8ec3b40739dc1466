/**
 * The datafeed of charting libraries (UDF): configuration, symbols, search, candles and time at `/udf`; and candles,
 * trades and index ticks of a range as CSV and Parquet. For anyone; the numbers are those of our own calls.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { CandleRow, LimitName } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { refuseAbove } from "../http/http-limits.ts"
import { intervalOf, marketNamed, resolutions, searchSymbols, symbolInfo, TYPES } from "./chart-symbols.ts"
import { csvOf, parquetOf, type TableFormat, type TableName, tableOf } from "./export-tables.ts"
import { lastBefore, type ReadPage, readBars } from "./read-bars.ts"

export interface DatafeedParts {
  reader: MarketReader
  /** Name of the exchange. */
  name: string
  read: ReadPage
  /** Calls of one address in a second. */
  limits: Readonly<Record<LimitName, number>>
  /** Epoch ms. */
  now(): number
}

const SEARCH_MAX = 100
const TABLES = ["candles", "trades", "ticks"] as const satisfies readonly TableName[]
const FORMATS = ["csv", "parquet"] as const satisfies readonly TableFormat[]
const CSV_TYPE = "text/csv; charset=utf-8"
const PARQUET_TYPE = "application/vnd.apache.parquet"
const JSON_TYPE = "application/json; charset=utf-8"

export function addDatafeed(app: FastifyInstance, parts: DatafeedParts): void {
  const { reader, name, now } = parts
  const add = (url: string, limit: LimitName, answer: (asked: Asked, reply: FastifyReply) => unknown) =>
    app.route({
      ...{ method: "GET", url },
      config: { rateLimit: { max: parts.limits[limit], timeWindow: 1000, ...refuseAbove(429) } },
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store")
        return await answer(askedOf(request), reply)
      },
    })
  const says = (reply: FastifyReply, body: unknown) => reply.type(JSON_TYPE).send(JSON.stringify(body))

  add("/udf/config", "read", (_asked, reply) => says(reply, configOf(name)))
  add("/udf/time", "read", (_asked, reply) =>
    reply.type("text/plain; charset=utf-8").send(String(Math.floor(now() / 1000))),
  )
  add("/udf/symbols", "read", ({ symbol = "" }, reply) => {
    const market = marketNamed(reader, symbol)
    return says(reply, market ? symbolInfo(reader, name, market) : refused("unknown_symbol"))
  })
  add("/udf/search", "read", ({ query = "", type = "", limit }, reply) => {
    const most = Math.min(wholeOf(limit) ?? SEARCH_MAX, SEARCH_MAX)
    return says(reply, searchSymbols(reader, name, { query, type, limit: most }))
  })
  add("/udf/history", "history", async (asked, reply) =>
    reply.type(JSON_TYPE).send(await historyText(parts, asked)),
  )
  for (const table of TABLES)
    for (const format of FORMATS)
      add(`/export/${table}.${format}`, "history", async (asked, reply) => {
        const [from, to] = [wholeOf(asked.from), wholeOf(asked.to)]
        const range = { symbol: asked.symbol ?? "", resolution: asked.resolution ?? "" }
        const rows =
          from === undefined || to === undefined
            ? undefined
            : await tableOf(table, parts, { ...range, from: from * 1000, to: to * 1000 })
        if (!rows) return says(reply.code(400), refused("symbol, resolution, from or to is not valid"))
        if (format === "csv") return reply.type(CSV_TYPE).send(csvOf(rows))
        return reply.type(PARQUET_TYPE).send(parquetOf(rows))
      })
}

/** Parameters of the query, each once. */
type Asked = Readonly<Record<string, string | undefined>>

const askedOf = ({ query }: FastifyRequest): Asked =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    ),
  )

const refused = (errmsg: string) => ({ s: "error", errmsg })

const configOf = (name: string) => ({
  supported_resolutions: resolutions(),
  ...{ supports_group_request: false, supports_marks: false, supports_timescale_marks: false },
  ...{ supports_search: true, supports_time: true },
  exchanges: [{ value: name, name, desc: name }],
  symbols_types: [
    { name: "All", value: "" },
    ...Object.values(TYPES).map((value) => ({ name: value, value })),
  ],
})

/** Of seconds as they are asked for; undefined: it isn't a whole number. */
function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,11}$/.test(text) ? Number(text) : undefined
}

/** What a range is asked of; undefined: something isn't valid. */
function rangeOf({ reader }: DatafeedParts, asked: Asked) {
  const market = marketNamed(reader, asked.symbol ?? "")
  const interval = market && intervalOf(asked.resolution ?? "", market.kind)
  const [from, to] = [wholeOf(asked.from), wholeOf(asked.to)]
  if (!market || interval === undefined || from === undefined || to === undefined) return undefined
  return { symbol: market.id, interval, from: from * 1000, to: to * 1000 }
}

/** Prices and volumes are written as they are, digit by digit. */
async function historyText(parts: DatafeedParts, asked: Asked): Promise<string> {
  const range = rangeOf(parts, asked)
  const count = wholeOf(asked.countback)
  if (!range || count === 0) return JSON.stringify(refused("symbol, resolution, from or to is not valid"))
  const bars = await readBars(parts.read, { ...range, ...(count !== undefined && { count }) })
  if (bars.length > 0) return barsText(bars)
  const before = await lastBefore(parts.read, range, range.from)
  return JSON.stringify({ s: "no_data", ...(before !== undefined && { nextTime: before / 1000 }) })
}

function barsText(bars: readonly CandleRow[]): string {
  const list = (place: 1 | 2 | 3 | 4 | 5) => `[${bars.map((row) => row[place]).join(",")}]`
  const times = `[${bars.map(([time]) => time / 1000).join(",")}]`
  return `{"s":"ok","t":${times},"o":${list(1)},"h":${list(2)},"l":${list(3)},"c":${list(4)},"v":${list(5)}}`
}

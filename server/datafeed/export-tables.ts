/** Candles, trades and index ticks of a range as tables, written as CSV or as Parquet. */

import { parquetWriteBuffer } from "hyparquet-writer"
import type { Interval } from "#core/candle/interval.ts"
import { TRADES_KEPT } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { intervalOf, marketNamed } from "./chart-symbols.ts"
import { type ReadPage, readBars } from "./read-bars.ts"

export type TableName = "candles" | "trades" | "ticks"
export type TableFormat = "csv" | "parquet"

/**
 * Columns by name, oldest row first. Times are epoch ms. Prices and quantities are the texts that they are on the wire: no
 * number with a fraction holds them exactly.
 */
type Column =
  | { kind: "time" | "id"; values: readonly number[] }
  | { kind: "decimal" | "word"; values: readonly string[] }
  | { kind: "flag"; values: readonly boolean[] }
type Table = Readonly<Record<string, Column>>

export interface TableSource {
  reader: MarketReader
  read: ReadPage
}

export interface TableAsked {
  symbol: string
  /** As charting libraries name it; of candles alone. */
  resolution: string
  /** Epoch ms: at or after it … */
  from: number
  /** … and before it. */
  to: number
}

/** Undefined: symbol or resolution isn't valid. */
export async function tableOf(
  name: TableName,
  source: TableSource,
  asked: TableAsked,
): Promise<Table | undefined> {
  if (name === "candles") return await candleTable(source, asked)
  return name === "trades" ? tradeTable(source.reader, asked) : tickTable(source.reader, asked)
}

async function candleTable({ reader, read }: TableSource, asked: TableAsked): Promise<Table | undefined> {
  const market = marketNamed(reader, asked.symbol)
  const interval: Interval | undefined = market && intervalOf(asked.resolution, market.kind)
  if (!market || interval === undefined) return undefined
  const rows = await readBars(read, { symbol: market.id, interval, from: asked.from, to: asked.to })
  const decimals = (place: 1 | 2 | 3 | 4 | 5): Column => ({
    kind: "decimal",
    values: rows.map((row) => row[place]),
  })
  return {
    time: { kind: "time", values: rows.map(([time]) => time) },
    ...{ open: decimals(1), high: decimals(2), low: decimals(3), close: decimals(4), volume: decimals(5) },
    closed: { kind: "flag", values: rows.map((row) => row[7] === 1) },
  }
}

/** As far as trades are kept; the side is the taker's. */
function tradeTable(reader: MarketReader, { symbol, from, to }: TableAsked): Table | undefined {
  const market = marketNamed(reader, symbol)
  if (!market || market.kind === "second") return undefined
  const all = reader.trades(market.id, Number.MAX_SAFE_INTEGER, TRADES_KEPT).toReversed()
  const rows = all.filter(([, , , , time]) => time >= from && time < to)
  return {
    id: { kind: "id", values: rows.map(([id]) => id) },
    time: { kind: "time", values: rows.map(([, , , , time]) => time) },
    price: { kind: "decimal", values: rows.map(([, price]) => price) },
    quantity: { kind: "decimal", values: rows.map(([, , quantity]) => quantity) },
    side: { kind: "word", values: rows.map(([, , , side]) => (side > 0 ? "buy" : "sell")) },
  }
}

/** Ticks of the index that a second contract follows, as far as they are kept. */
function tickTable(reader: MarketReader, { symbol, from, to }: TableAsked): Table | undefined {
  const market = marketNamed(reader, symbol)
  if (market?.kind !== "second") return undefined
  const all = reader.indexTicks(market.index, Number.MAX_SAFE_INTEGER)
  const rows = all.filter(([, time]) => time >= from && time < to)
  return {
    number: { kind: "id", values: rows.map(([number]) => number) },
    time: { kind: "time", values: rows.map(([, time]) => time) },
    price: { kind: "decimal", values: rows.map(([, , price]) => price) },
  }
}

/** RFC 4180: a head, a line each, and CR LF behind each of them. */
export function csvOf(table: Table): string {
  const columns = Object.values(table)
  const count = columns[0]?.values.length ?? 0
  const cell = ({ kind, values }: Column, row: number) =>
    kind === "flag" ? Number(values[row]) : values[row]
  const lines = Array.from({ length: count }, (_, row) =>
    columns.map((column) => cell(column, row)).join(","),
  )
  return `${[Object.keys(table).join(","), ...lines].join("\r\n")}\r\n`
}

/** Apache Parquet, compressed by Snappy: times as TIMESTAMP in ms, ids as INT64, decimals and words as STRING. */
export function parquetOf(table: Table): Uint8Array {
  const columnData = Object.entries(table).map(([name, column]) => ({
    name,
    nullable: false,
    ...storedAs(column),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: "saker" }))
}

function storedAs(column: Column) {
  switch (column.kind) {
    case "time":
      return { type: "TIMESTAMP" as const, data: column.values.map((time) => new Date(time)) }
    case "id":
      return { type: "INT64" as const, data: column.values.map(BigInt) }
    case "flag":
      return { type: "BOOLEAN" as const, data: [...column.values] }
    default:
      return { type: "STRING" as const, data: [...column.values] }
  }
}

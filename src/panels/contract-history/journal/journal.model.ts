/** What the journal shows: the curve of a result, the lines of its statistics, and tags as they are typed. Plain functions. */

import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import { type ClosedResult, type Statistics, statisticsBy } from "#core/position/journal-statistics.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import {
  type contractResult,
  type positionNotes,
  TAG_LENGTH_MAX,
  TAGS_MAX,
} from "#core/wire/journal-calls.ts"
import { localMs } from "../../../text/zone.ts"
import type { ClosedRow } from "../history.model.ts"

export type PositionNote = ResponseOf<typeof positionNotes>["rows"][number]

export const JOURNAL_KEYS = ["tag", "instrument", "hour", "weekday"] as const
export type JournalKey = (typeof JOURNAL_KEYS)[number]

export interface JournalRow extends ClosedResult {
  instrument: string
  /** Epoch ms of its end. */
  ended: number
  tags: readonly string[]
}

export const journalRow = (row: ClosedRow, note: PositionNote | undefined): JournalRow => ({
  instrument: row.instrument,
  ended: row.updated,
  net: signedUnitsOf(row.net),
  fees: [row.openingFee, row.closingFee, row.liquidationFee].reduce(
    (sum, fee) => sum + signedUnitsOf(fee),
    0n,
  ),
  funding: signedUnitsOf(row.fundingReceived) - signedUnitsOf(row.fundingPaid),
  tags: note?.tags ?? [],
})

/** Hours and weekdays (0 is Sunday) by the clocks of the page's zone, in their order; tags and contracts by how many they have. */
export function statisticLines(rows: readonly JournalRow[], by: JournalKey): Statistics[] {
  const lines = statisticsBy(rows, KEYS[by])
  const isOrdered = by === "hour" || by === "weekday"
  return lines.sort((one, other) =>
    isOrdered
      ? placeOf(one, by) - placeOf(other, by)
      : other.count - one.count || (one.key < other.key ? -1 : 1),
  )
}

/** A week begins on Monday, as in the calendar. */
const placeOf = ({ key }: Statistics, by: JournalKey): number =>
  by === "weekday" ? (Number(key) + 6) % 7 : Number(key)

const KEYS: Record<JournalKey, (row: JournalRow) => readonly string[]> = {
  tag: ({ tags }) => tags,
  instrument: ({ instrument }) => [instrument],
  hour: ({ ended }) => [String(new Date(localMs(ended)).getUTCHours())],
  weekday: ({ ended }) => [String(new Date(localMs(ended)).getUTCDay())],
}

type Result = ResponseOf<typeof contractResult>

export interface ResultCurve {
  /** Corners of the line, 0 … 1 from the upper left. */
  places: readonly { x: number; y: number }[]
  /** Where nothing was gained or lost. */
  zero: number
  /** Decimal text. */
  sum: string
  high: string
  low: string
}

/** The result added up from zero on, a corner at the end of each step; undefined where nothing moved. */
export function curveOf({ from, to, stepMs, rows }: Result): ResultCurve | undefined {
  if (rows.length === 0 || to <= from) return undefined
  let sum = 0n
  const corners = [{ time: from, sum }]
  for (const { time, profit, fees, funding } of rows) {
    sum += signedUnitsOf(profit) + signedUnitsOf(fees) + signedUnitsOf(funding)
    corners.push({ time: Math.min(to, Math.max(from, time + stepMs)), sum })
  }
  corners.push({ time: to, sum })
  const sums = corners.map((corner) => corner.sum)
  const high = sums.reduce((most, one) => (one > most ? one : most))
  const low = sums.reduce((least, one) => (one < least ? one : least))
  const height = Number(high - low)
  const yOf = (value: bigint) => (height === 0 ? 0.5 : Number(high - value) / height)
  return {
    places: corners.map((corner) => ({ x: (corner.time - from) / (to - from), y: yOf(corner.sum) })),
    zero: yOf(0n),
    ...{ sum: formatAmount(sum), high: formatAmount(high), low: formatAmount(low) },
  }
}

/** An SVG path of steps: a result stands until the next one. */
export const stepPath = (places: ResultCurve["places"], width: number, height: number): string =>
  places
    .map(({ x, y }, at) => {
      const [across, down] = [(x * width).toFixed(2), (y * height).toFixed(2)]
      return at === 0 ? `M${across} ${down}` : `H${across}V${down}`
    })
    .join("")

/** Tags of a text parted by commas, each once; undefined where they are too many or one is too long. */
export function readTags(typed: string): string[] | undefined {
  const tags = [...new Set(typed.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "")
  return tags.length > TAGS_MAX || tags.some((tag) => tag.length > TAG_LENGTH_MAX) ? undefined : tags
}

/** `3` of `7`: 42.9, in per cent; null of none. */
export const winPercent = ({ wins, count }: Pick<Statistics, "wins" | "count">): number | null =>
  count === 0 ? null : Math.round((wins * 1000) / count) / 10

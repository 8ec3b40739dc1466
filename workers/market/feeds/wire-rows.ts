/** Checks received rows by hand: the schemas of core/wire would cost more than the work itself. */

import type { CandleRow, LevelRow, TickerRow, TradeRow } from "#core/wire/market.ts"
import type { IndexRow, MarkRow, OpenInterestRow } from "#core/wire/socket.ts"

/** Longest decimal or name on the wire (core/wire/scalar.ts allows 24 digits before the point and 16 after). */
const TEXT_MAX = 48

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= TEXT_MAX
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

export function isTickerRow(row: unknown): row is TickerRow {
  if (!Array.isArray(row)) return false
  for (let at = 0; at < 9; at += 1) if (!isText(row[at])) return false
  return isCount(row[9]) && isCount(row[10])
}

export function isTradeRow(row: unknown): row is TradeRow {
  return (
    Array.isArray(row) &&
    isCount(row[0]) &&
    isText(row[1]) &&
    isText(row[2]) &&
    (row[3] === 1 || row[3] === -1) &&
    isCount(row[4])
  )
}

export function isCandleRow(row: unknown): row is CandleRow {
  if (!Array.isArray(row) || !isCount(row[0])) return false
  for (let at = 1; at < 6; at += 1) if (!isText(row[at])) return false
  return isCount(row[6]) && isBit(row[7]) && isBit(row[8])
}

export function isLevelRow(row: unknown): row is LevelRow {
  return Array.isArray(row) && isText(row[0]) && isText(row[1])
}

export function isMarkRow(row: unknown): row is MarkRow {
  if (!Array.isArray(row)) return false
  for (let at = 0; at < 4; at += 1) if (!isText(row[at])) return false
  return isCount(row[4]) && isCount(row[5])
}

export const isOpenInterestRow = (row: unknown): row is OpenInterestRow =>
  Array.isArray(row) && isText(row[0]) && isText(row[1]) && isCount(row[2])

export const isIndexRow = (row: unknown): row is IndexRow =>
  Array.isArray(row) && isCount(row[0]) && isCount(row[1]) && isText(row[2])

const isBit = (value: unknown): boolean => value === 0 || value === 1

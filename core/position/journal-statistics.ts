/** Statistics of closed positions by any key: tag, contract, hour, weekday (P34). Exact sums in units of 1e-8 of the quote. */

import { divideNearest } from "../money/rounding.ts"

/** A closed position as the journal counts it; amounts in 1e-8. */
export interface ClosedResult {
  /** Realised profit less fees, with funding. */
  net: bigint
  /** Above zero: paid. */
  fees: bigint
  /** Above zero: received. */
  funding: bigint
}

export interface Statistics {
  key: string
  count: number
  /** Positions whose net is above zero, and below. One of exactly zero is neither. */
  wins: number
  losses: number
  net: bigint
  fees: bigint
  funding: bigint
  /** Means of the winning nets and of the losing ones (below zero), to the nearest; null where there is none. */
  averageWin: bigint | null
  averageLoss: bigint | null
  /** Sum of the winning nets over that of the losing ones, in hundredths, to the nearest; null without a loss. */
  profitFactor: bigint | null
}

/**
 * One line a key. A position counts under each of its keys once; one without any counts nowhere.
 * @example statisticsBy([row], () => ["BTC_USDT_PERP"])
 */
export function statisticsBy<Row extends ClosedResult>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
): Statistics[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    for (const key of new Set(keysOf(row))) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  return [...groups].map(([key, group]) => ({ key, ...statisticsOf(group) }))
}

/** Of all rows together. */
export function statisticsOf(rows: readonly ClosedResult[]): Omit<Statistics, "key"> {
  const won = rows.filter(({ net }) => net > 0n)
  const lost = rows.filter(({ net }) => net < 0n)
  const [winSum, lossSum] = [sumOf(won, "net"), sumOf(lost, "net")]
  return {
    ...{ count: rows.length, wins: won.length, losses: lost.length },
    ...{ net: sumOf(rows, "net"), fees: sumOf(rows, "fees"), funding: sumOf(rows, "funding") },
    averageWin: won.length === 0 ? null : divideNearest(winSum, BigInt(won.length)),
    averageLoss: lost.length === 0 ? null : divideNearest(lossSum, BigInt(lost.length)),
    profitFactor: lossSum === 0n ? null : divideNearest(winSum * 100n, -lossSum),
  }
}

const sumOf = (rows: readonly ClosedResult[], field: keyof ClosedResult): bigint =>
  rows.reduce((sum, row) => sum + row[field], 0n)

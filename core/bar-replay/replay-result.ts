/** What a bar replay came to. */

import { divideNearest } from "../money/rounding.ts"
import { UNITS_PER_COIN } from "../money/units.ts"
import type { PracticeAccount } from "./practice-account.ts"

/** Amounts in 1e-8 of the quote, rates in 1e-8. */
export interface ReplayResult {
  trades: number
  /** Trades that gained after fees. */
  won: number
  /** Of the closed trades; undefined without any. */
  winRate: bigint | undefined
  /** Closed profits and losses, before fees. */
  realised: bigint
  fees: bigint
  /** Of what is still open at the last price. */
  open: bigint
  /** realised − fees + open + losses that nobody pays. */
  net: bigint
  netRate: bigint
  drawdown: bigint
  drawdownRate: bigint
}

/** At the last known price, in ticks. */
export function replayResult({ money, worth }: PracticeAccount, last: number): ReplayResult {
  const won = money.trades.filter(({ realised, fees }) => realised > fees).length
  const trades = money.trades.length
  const open = divideNearest(money.unrealised(last), UNITS_PER_COIN)
  const net = money.wallet - money.start + open
  return {
    trades,
    won,
    winRate: trades > 0 ? (BigInt(won) * UNITS_PER_COIN) / BigInt(trades) : undefined,
    realised: money.realised,
    fees: money.fees,
    open,
    net,
    netRate: (net * UNITS_PER_COIN) / money.start,
    drawdown: divideNearest(worth.drawdown, UNITS_PER_COIN),
    drawdownRate: worth.drawdownRate,
  }
}

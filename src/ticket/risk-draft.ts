/** "Size from risk" as typed: the stop in ticks, the risk in money, and the size that follows from both. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { type RiskSize, riskSize, stopAtDistance } from "#core/order/risk-size.ts"
import type { RiskForm } from "../stores/risk-store.ts"
import { readAmount, readPercent, readSteps } from "./field-reading.ts"

interface RiskInput {
  form: RiskForm
  side: "buy" | "sell"
  /** What the order would trade at, in ticks; undefined while unknown. */
  entry: number | undefined
  /** What the account is worth, in 1e-8 of the quote; undefined while unknown. */
  worth: bigint | undefined
  /** The taker's fee rate in 1e-8. */
  rate: bigint
  instrument: TradedInstrument
  mark: DecimalMark
}

export interface RiskDraft {
  isStopWrong: boolean
  isRiskWrong: boolean
  /** In 1e-8 of the quote. */
  entry?: bigint | undefined
  stop?: bigint | undefined
  risk?: bigint | undefined
  /** The stop's distance and the risk's share of the account, rates in 1e-8, down. */
  away?: bigint | undefined
  share?: bigint | undefined
  /** That far no price lies above zero. */
  isStopFar: boolean
  /** Undefined while something is missing. */
  size?: RiskSize | undefined
}

export function riskDraft(input: RiskInput): RiskDraft {
  const { side, rate, worth, instrument, mark } = input
  const { tick, lot, maxQuantity } = instrument
  const entry = input.entry === undefined ? undefined : BigInt(input.entry) * tick
  const { stop, isStopWrong, isStopFar } = readStop(input, entry)
  const { risk, isRiskWrong } = readRisk(input.form, mark, worth)
  const isReady = entry !== undefined && stop !== undefined && risk !== undefined
  const away = entry && stop !== undefined ? (side === "buy" ? entry - stop : stop - entry) : undefined
  return {
    isStopWrong,
    isRiskWrong,
    isStopFar,
    entry,
    stop,
    risk,
    away: entry && away !== undefined && away > 0n ? (away * UNITS_PER_COIN) / entry : undefined,
    share: worth && risk !== undefined ? (risk * UNITS_PER_COIN) / worth : undefined,
    size: isReady
      ? riskSize({ side, entry, stop, risk, rate, lot, lotsMost: BigInt(maxQuantity) })
      : undefined,
  }
}

function readStop({ form, side, instrument: { tick }, mark }: RiskInput, entry: bigint | undefined) {
  if (form.stopUnit === "price") {
    const { steps, problem } = readSteps(form.stop, mark, tick, "TICK")
    const stop = steps === undefined ? undefined : BigInt(steps) * tick
    return { stop, isStopWrong: problem !== undefined, isStopFar: false }
  }
  const { steps, problem } = readPercent(form.stop, mark)
  if (steps === undefined || entry === undefined)
    return { stop: undefined, isStopWrong: problem !== undefined, isStopFar: false }
  const stop = stopAtDistance({ side, entry, tick }, BigInt(steps))
  return { stop, isStopWrong: stop === undefined, isStopFar: stop === undefined }
}

/** More than all there is can't be risked in percent. */
function readRisk({ risk: typed, riskUnit }: RiskForm, mark: DecimalMark, worth: bigint | undefined) {
  if (riskUnit === "money") {
    const { units, problem } = readAmount(typed, mark)
    return { risk: units, isRiskWrong: problem !== undefined }
  }
  const { steps, problem } = readPercent(typed, mark)
  const isTooMuch = steps !== undefined && BigInt(steps) > UNITS_PER_COIN
  const isRead = steps !== undefined && !isTooMuch && worth !== undefined
  return {
    risk: isRead ? (worth * BigInt(steps)) / UNITS_PER_COIN : undefined,
    isRiskWrong: problem !== undefined || isTooMuch,
  }
}

/** Reads an alert's condition as what is watched: its series, and its level in units of 1e-8. */

import { type AlertLine, type AlertSide, seriesNames, type WatchTerms } from "#core/alert/alert-terms.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import { parseAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import type { AlertCondition, Result } from "#core/wire/index.ts"
import { refuse } from "#core/wire/index.ts"

export type ConditionProblem = "UNKNOWN_INSTRUMENT" | "PRECISION" | "ALERT_TERMS"

/** A condition that is sound: its series, and its level where it has one. */
export interface Watched {
  series: string
  level?: bigint | AlertLine
  /** Left out: the side is decided by the value at arming. */
  side?: AlertSide
}

/** Is it about something that there is, and can it ever fire? (J1) */
export function watchedOf(
  condition: AlertCondition,
  userId: number,
  instrumentOf: (id: string) => Instrument | undefined,
): Result<Watched, ConditionProblem> {
  const { kind, instrument: id } = condition
  const instrument = instrumentOf(id)
  if (id !== "" && (!instrument || instrument.kind === "second"))
    return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
  const needsContract =
    kind === "funding" || kind === "margin" || ("source" in condition && condition.source === "mark")
  if (id !== "" && needsContract && instrument?.kind !== "perpetual") return refuse("ALERT_TERMS")
  switch (kind) {
    case "price":
      return positive(condition.price, (level) => ({
        series: seriesNames.price(condition.source, id),
        level,
        ...sideOf(condition.direction),
      }))
    case "line":
      return lineOf(condition)
    case "change": {
      const { direction, minutes, change } = condition
      return positive(change, (level) => ({
        series: seriesNames.change(minutes, id),
        level: direction === "above" ? level : -level,
        ...sideOf(direction),
      }))
    }
    case "volume":
      return positive(condition.volume, (level) => ({
        series: seriesNames.volume(condition.minutes, id),
        level,
        side: "up",
      }))
    case "funding":
      return sound({
        series: seriesNames.funding(id),
        level: signedUnitsOf(condition.rate),
        ...sideOf(condition.direction),
      })
    case "margin":
      return positive(condition.ratio, (level) => ({
        series: seriesNames.margin(userId, id),
        level,
        side: "up",
      }))
    case "fill":
      return sound({ series: seriesNames.fill(userId, id) })
  }
}

/** What is put into the index of an alert that waits on `side`. */
export const termsOf = ({ series, level }: Watched, side: AlertSide | ""): WatchTerms =>
  level === undefined || side === "" ? { series } : { series, at: { side, level } }

const sound = (value: Watched): Result<Watched, never> => ({ ok: true, value })

const sideOf = (direction: "above" | "below" | "cross"): { side?: AlertSide } =>
  direction === "cross" ? {} : { side: direction === "above" ? "up" : "down" }

function positive(text: string, make: (level: bigint) => Watched): Result<Watched, ConditionProblem> {
  const parsed = parseAmount(text)
  if (!parsed.ok) return refuse(parsed.problem === "PRECISION" ? "PRECISION" : "ALERT_TERMS")
  return parsed.value > 0n ? sound(make(parsed.value)) : refuse("ALERT_TERMS")
}

function lineOf(condition: Extract<AlertCondition, { kind: "line" }>): Result<Watched, ConditionProblem> {
  const { from, to, source, instrument, direction } = condition
  const [first, second] = [parseAmount(from.price), parseAmount(to.price)]
  if (!first.ok || !second.ok) {
    const isTooFine = [first, second].some((one) => !one.ok && one.problem === "PRECISION")
    return refuse(isTooFine ? "PRECISION" : "ALERT_TERMS")
  }
  // A line has a price at each moment, or it is none.
  if (to.time <= from.time) return refuse("ALERT_TERMS")
  const level = {
    from: { time: from.time, price: first.value as bigint as Price8 },
    to: { time: to.time, price: second.value as bigint as Price8 },
  }
  return sound({ series: seriesNames.price(source, instrument), level, ...sideOf(direction) })
}

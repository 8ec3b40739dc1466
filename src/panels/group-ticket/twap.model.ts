/** What is typed for a TWAP: the request that it makes, or what is wrong (S20). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { checkForm } from "#core/instrument/order-rules.ts"
import { formatSteps } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import {
  checkTwapTimes,
  leastSlice,
  TWAP_DURATION_LEAST,
  TWAP_DURATION_MOST,
  twapSlices,
} from "#core/order/twap.ts"
import type { Problem } from "#core/wire/problem.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import { type GroupField, type GroupForm, type GroupJudgement, type Readings, wrongOf } from "./group-form.ts"

export function judgeTwap(form: GroupForm, instrument: TradedInstrument, mark: DecimalMark): GroupJudgement {
  const { tick, lot } = instrument
  const readings: Readings = {
    price: readSteps(form.price, mark, tick, "TICK"),
    quantity: readSteps(form.quantity, mark, lot, "LOT"),
  }
  const wrong = wrongOf(readings)
  if (wrong) return { problem: wrong }
  const { price, quantity } = readings
  const typed = [form.duration, form.interval].map((text) => text.trim())
  if (!quantity?.steps || typed.includes("")) return {}
  const [minutes = 0, seconds = 0] = typed.map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0))
  const times = { durationMs: minutes * 60_000, intervalMs: seconds * 1000 }
  const isDuration = times.durationMs < TWAP_DURATION_LEAST || times.durationMs > TWAP_DURATION_MOST
  const range = checkTwapTimes(times)
  if (range) return refused(isDuration ? "duration" : "interval", range)
  const slices = twapSlices(times)
  const least = leastSlice(quantity.steps, slices, form.isRandom)
  const broken = checkForm(
    instrument,
    {
      ...{ side: form.side, quantity: Math.max(1, least), endsHolding: form.isReduceOnly },
      ...(price?.steps ? { orderType: "limit", price: price.steps } : { orderType: "market" }),
    },
    {},
  )
  if (broken || least < 1) return refused("quantity", broken ?? { name: "TWAP_RANGE" })
  const fields = { quantity: quantity.text ?? "", duration: String(minutes * 60), interval: String(seconds) }
  return {
    fields: { ...fields, ...(price?.text && { price: price.text }) },
    plan: { slices, each: formatSteps(Math.floor(quantity.steps / slices), lot) },
  }
}

const refused = (field: GroupField, problem: Problem): GroupJudgement => ({
  problem: { field, problem: { kind: "refusal", problem } },
})

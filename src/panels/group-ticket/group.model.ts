/** What is typed for a group of orders: the request that it makes, the orders that would come of it, or what is wrong. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { notional } from "#core/instrument/listing.ts"
import { checkForm } from "#core/instrument/order-rules.ts"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import { SCALED_LEAST, SCALED_MOST, type ScaledChild, splitScaled } from "#core/order/scaled-order.ts"
import type { Problem } from "#core/wire/problem.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import { type GroupForm, type GroupJudgement, type Readings, wrongOf } from "./group-form.ts"
import { judgeIceberg } from "./iceberg.model.ts"
import { judgeTwap } from "./twap.model.ts"

export function judgeGroup(form: GroupForm, instrument: TradedInstrument, mark: DecimalMark): GroupJudgement {
  if (form.kind === "twap") return judgeTwap(form, instrument, mark)
  if (form.kind === "iceberg") return judgeIceberg(form, instrument, mark)
  return form.kind === "oco" ? judgePair(form, instrument, mark) : judgeScaled(form, instrument, mark)
}

function judgePair(form: GroupForm, instrument: TradedInstrument, mark: DecimalMark): GroupJudgement {
  const { tick, lot } = instrument
  const readings: Readings = {
    price: readSteps(form.price, mark, tick, "TICK"),
    stop: readSteps(form.stop, mark, tick, "TICK"),
    stopLimit: readSteps(form.stopLimit, mark, tick, "TICK"),
    quantity: readSteps(form.quantity, mark, lot, "LOT"),
  }
  const wrong = wrongOf(readings)
  if (wrong) return { problem: wrong }
  const { price, stop, stopLimit, quantity } = readings
  if (!price?.text || !stop?.text || !quantity?.text) return {}
  if (instrument.kind === "spot" && !stopLimit?.text) return {}
  const wanted = form.side === "buy" ? 1 : -1
  if (((stop.steps ?? 0) - (price.steps ?? 0)) * wanted <= 0)
    return { problem: { field: "stop", problem: { kind: "refusal", problem: { name: "OCO_PRICES" } } } }
  const own = { side: form.side, orderType: "limit", price: price.steps, quantity: quantity.steps } as const
  const problem = checkForm(instrument, { ...own, endsHolding: form.isReduceOnly }, {})
  if (problem) return { problem: { field: "quantity", problem: { kind: "refusal", problem } } }
  return {
    fields: {
      ...{ price: price.text, stopPrice: stop.text, quantity: quantity.text },
      ...(stopLimit?.text && { stopLimit: stopLimit.text }),
    },
  }
}

function judgeScaled(form: GroupForm, instrument: TradedInstrument, mark: DecimalMark): GroupJudgement {
  const { tick, lot } = instrument
  const readings: Readings = {
    from: readSteps(form.from, mark, tick, "TICK"),
    to: readSteps(form.to, mark, tick, "TICK"),
    quantity: readSteps(form.quantity, mark, lot, "LOT"),
  }
  const wrong = wrongOf(readings)
  if (wrong) return { problem: wrong }
  const { from, to, quantity } = readings
  if (!from?.text || !to?.text || !quantity?.text || form.count.trim() === "") return {}
  const count = /^\d{1,2}$/.test(form.count.trim()) ? Number(form.count) : 0
  const isCount = count >= SCALED_LEAST && count <= SCALED_MOST
  if (!isCount || Math.abs((to.steps ?? 0) - (from.steps ?? 0)) < count - 1) {
    const problem = { kind: "refusal", problem: { name: "SCALED_RANGE" } } as const
    return { problem: { field: isCount ? "to" : "count", problem } }
  }
  const children = splitScaled({
    ...{ from: from.steps as Ticks, to: to.steps as Ticks, count, quantity: quantity.steps as Lots },
    distribution: form.distribution,
  })
  const preview = previewOf(children, instrument)
  for (const child of children) {
    // The total is so small that nothing is left for it.
    const lots = child.quantity === 0 ? tooSmall(instrument) : undefined
    const problem = lots ?? checkForm(instrument, { ...child, side: form.side, orderType: "limit" }, {})
    if (problem) return { problem: { field: "quantity", problem: { kind: "refusal", problem } }, preview }
  }
  const fields = { from: from.text, to: to.text, quantity: quantity.text, count: String(count) }
  return { fields: { ...fields, distribution: form.distribution }, preview }
}

const tooSmall = ({ minQuantity, lot, base }: TradedInstrument): Problem => ({
  name: "MIN_QUANTITY",
  values: { limit: formatSteps(minQuantity, lot), currency: base },
})

/** The sums are exact; the mean price is rounded half up to a tenth of a tick's last digit. */
function previewOf(
  children: readonly ScaledChild[],
  instrument: TradedInstrument,
): NonNullable<GroupJudgement["preview"]> {
  const { tick, lot } = instrument
  let total = 0n
  let value = 0n
  let lots = 0n
  for (const { price, quantity } of children) {
    total += notional(instrument, price, quantity)
    value += BigInt(price) * BigInt(quantity) * tick
    lots += BigInt(quantity)
  }
  const decimals = Math.min(8, (formatAmount(tick).split(".")[1]?.length ?? 0) + 1)
  const step = 10n ** BigInt(8 - decimals)
  return {
    children: children.map(({ price, quantity }) => ({
      price: formatSteps(price, tick),
      quantity: formatSteps(quantity, lot),
    })),
    average: formatAmount(((2n * value + lots * step) / (2n * lots * step)) * step, decimals),
    total: formatAmount(total),
  }
}

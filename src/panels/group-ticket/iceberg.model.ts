/** What is typed for an iceberg: the request that it makes, or what is wrong (S19). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { checkForm } from "#core/instrument/order-rules.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { checkIceberg } from "#core/order/iceberg.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import { type GroupForm, type GroupJudgement, type Readings, wrongOf } from "./group-form.ts"

export function judgeIceberg(
  form: GroupForm,
  instrument: TradedInstrument,
  mark: DecimalMark,
): GroupJudgement {
  const readings: Readings = {
    price: readSteps(form.price, mark, instrument.tick, "TICK"),
    quantity: readSteps(form.quantity, mark, instrument.lot, "LOT"),
    shown: readSteps(form.shown, mark, instrument.lot, "LOT"),
  }
  const wrong = wrongOf(readings)
  if (wrong) return { problem: wrong }
  const { price, quantity, shown } = readings
  if (!price?.steps || !quantity?.steps) return {}
  const order = { side: form.side, orderType: "limit", price: price.steps, quantity: quantity.steps } as const
  const broken = checkForm(instrument, { ...order, endsHolding: form.isReduceOnly }, {})
  if (broken) return { problem: { field: "quantity", problem: { kind: "refusal", problem: broken } } }
  if (!shown?.steps) return {}
  const part = checkIceberg(instrument, { ...order, shown: shown.steps })
  if (part) return { problem: { field: "shown", problem: { kind: "refusal", problem: part } } }
  const fields = { price: price.text ?? "", quantity: quantity.text ?? "", shownQuantity: shown.text ?? "" }
  return { fields }
}

/** Fuzz target: prices and amounts as text. An input is one of them; what is read is compared with decimal.js, which reads by itself. */

import { Decimal } from "decimal.js"
import {
  fineUnitsOf,
  formatAmount,
  formatFine,
  formatSteps,
  parseAmount,
  parseSteps,
} from "#core/money/steps.ts"
import { readTyped, readTypedAmount, readTypedSteps } from "#core/money/typed-decimal.ts"
import { amountText, priceText, rateText } from "#core/wire/scalar.ts"
import { type FuzzTarget, must, mustBeSame } from "../fuzz-target.ts"

const Exact = Decimal.clone({ precision: 120 })
/** In 1e-8: a cent, a half, a whole, ten, and the finest. */
const STEPS = [1n, 1_000_000n, 50_000_000n, 100_000_000n, 1_000_000_000n]
/** As the reader has it. */
const TYPED_LENGTH_MAX = 40
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

function checkAmount(text: string): string[] {
  const read = parseAmount(text)
  if (!read.ok) return [`amount ${read.problem}`]
  must(PLAIN.test(text), "an amount is no plain decimal")
  must(new Exact(text).times(1e8).equals(read.value.toString()), "an amount is another number than its text")
  const again = parseAmount(formatAmount(read.value))
  must(again.ok && again.value === read.value, "an amount is another one when it is written again")
  const fine: bigint = fineUnitsOf(formatFine(read.value))
  must(fine === read.value, "a fine amount is another one when it is written")
  return ["amount"]
}

function checkSteps(text: string): string[] {
  return STEPS.map((step) => {
    const read = parseSteps(text, step)
    if (!read.ok) return `steps ${read.problem}`
    const written = formatSteps(read.value, step)
    must(new Exact(written).equals(text), "steps are another number than their text")
    mustBeSame(parseSteps(written, step), read, "steps are others when they are written again")
    return "steps"
  })
}

/** What a person types never becomes a number that stands nowhere in it. */
function checkTyped(text: string): string[] {
  return ([".", ","] as const).map((mark) => {
    const typed = readTyped(text, mark)
    const texts =
      typed.kind === "number" ? [typed.text] : typed.kind === "ambiguous" ? [typed.whole, typed.decimal] : []
    for (const each of texts) {
      must(PLAIN.test(each), `${JSON.stringify(each)} is no plain decimal`)
      must(each.length <= text.length + 12, "a typed number is longer than what was typed")
    }
    if (typed.kind === "ambiguous")
      must(typed.whole !== typed.decimal, "both readings of an ambiguous number are the same")
    // A leading zero or a letter makes it longer than what may be typed at the border.
    if (typed.kind === "number" && typed.text.length <= TYPED_LENGTH_MAX)
      mustBeSame(
        readTyped(typed.text, "."),
        typed,
        "a number is read otherwise when it is typed as it was read",
      )
    const amount = readTypedAmount(text, mark)
    if (amount.kind === "number") {
      const read = parseAmount(amount.text)
      must(read.ok && read.value === amount.units, "a typed amount and its text differ")
    }
    for (const step of STEPS) {
      const steps = readTypedSteps(text, mark, step)
      if (steps.kind === "number")
        mustBeSame(
          parseSteps(steps.text, step),
          { ok: true, value: steps.steps },
          "typed steps and their text differ",
        )
    }
    return `typed ${typed.kind} ${amount.kind}`
  })
}

/** What the wire takes as decimal text is a plain decimal, with a minus only where one may be. */
function checkWire(text: string): string[] {
  const taken = { price: priceText, amount: amountText, rate: rateText }
  return Object.entries(taken).map(([name, schema]) => {
    if (!schema.safeParse(text).success) return `${name} refused`
    must(/^-?\d+(?:\.\d+)?$/.test(text), `${name}: no plain decimal`)
    must(name !== "price" || PLAIN.test(text), "a price has a sign or needless zeros")
    return name
  })
}

export const target: FuzzTarget = {
  form: "text",
  seeds: [
    ...["0", "1", "67284.1", "0.00000001", "100000000000000", "99999999999999.99999999", "1,234", "1.234"],
    ...["67,284.10", "67.284,10", "67 284,1", "67'284.10", "10k", "1.5M", "0,123", ".5", "5.", "-1", "1e3"],
  ],
  read: (text) => [...checkAmount(text), ...checkSteps(text), ...checkTyped(text), ...checkWire(text)],
}

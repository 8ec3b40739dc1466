/** How figures of drawings are written on the chart, in the page's language. */

import type { TFunction } from "i18next"
import type { Interval } from "#core/candle/interval.ts"
import type { ChartText } from "../chart-text.ts"
import { measure, spanText } from "./measure.ts"
import { plannedPosition } from "./planned-position.ts"
import type { ShapeWords } from "./shapes.ts"

interface WordsInput {
  text: ChartText
  interval: Interval
  language: string
  t: TFunction<"drawing">
  /** Of the market: lot in 1e-8 of the base, and its currencies. */
  lot: bigint
  base: string
  quote: string
  /** The taker's fee in 1e-8; undefined while it isn't known: then there is no size. */
  rate: bigint | undefined
  /** Writes decimal text with the page's marks. */
  decimal(value: string): string
}

export function shapeWords(input: WordsInput): ShapeWords {
  const { text, interval, language, t, lot, base, quote, rate, decimal } = input
  const ratioText = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const levelText = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 3 })
  const price = (value: string) => text.price(Number(value))
  return {
    price,
    level: (level) => levelText.format(level / 1000),
    moment: text.moment,
    measured: (from, to) => {
      const { change, share, bars, time } = measure(from, to, interval)
      const sign = change.startsWith("-") ? "" : "+"
      const span = time === 0 ? "" : ` · ${time < 0 ? "−" : ""}${spanText(time, language)}`
      return [
        `${sign}${price(change)}${share === undefined ? "" : ` (${text.percent(share)})`}`,
        `${t("bars", { count: bars })}${span}`,
      ]
    },
    position: (drawing) => {
      const plan = plannedPosition(drawing, lot, rate)
      const money = (value: string | undefined, sign: string) =>
        value === undefined ? [] : [`${value.startsWith("-") ? "" : sign}${decimal(value)} ${quote}`]
      return {
        target: [
          `${t("target")} ${price(plan.target)} (${text.percent(plan.targetShare)})`,
          ...money(plan.gain, "+"),
        ],
        stop: [
          `${t("stop")} ${price(plan.stop)} (${text.percent(plan.stopShare)})`,
          ...money(plan.loss, "−"),
        ],
        entry: [
          `${t(`kind.${drawing.kind === "short" ? "short" : "long"}`)} ${price(plan.entry)}`,
          ...(plan.ratio === undefined ? [] : [t("ratio", { ratio: ratioText.format(plan.ratio) })]),
          ...(plan.quantity === undefined ? [] : [`${decimal(plan.quantity)} ${base}`]),
        ],
      }
    },
  }
}

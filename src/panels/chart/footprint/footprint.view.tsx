/** What was traded at each price of each bar, in the place of its candle, with a note and what was traded where the crosshair is. */

import { type RefObject, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { useView } from "../../../feed/view.ts"
import { formatNumber } from "../../../text/numbers.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { onColours, readColours } from "../chart-colours.ts"
import type { ChartText } from "../chart-text.ts"
import styles from "../layer-notes.module.css"
import { usePointed } from "../pointed.ts"
import { amountOf, type Footprint, joinedRows, sumOfRows } from "./footprint.model.ts"
import { FootprintLayer, figuresPx, footprintForm } from "./footprint-layer.ts"
import { footprintMemory } from "./footprint-memory.ts"

interface FootprintProps {
  canvas: ChartCanvas
  mount: RefObject<HTMLElement | null>
  instrument: string
  interval: Interval
  text: ChartText
}

export function FootprintBars({ canvas, mount, instrument, interval, text }: FootprintProps) {
  useView({ footprint: { instrument, interval } })
  const kept = useSnapshot(footprintMemory).footprint as Footprint | null
  const isOwn = kept?.instrument === instrument && kept.interval === interval
  const footprint = isOwn ? kept : undefined
  const [layer, setLayer] = useState<FootprintLayer>()
  const [fontSize, setFontSize] = useState(0)
  useEffect(() => {
    const figure = mount.current
    if (!figure) return
    const colours = readColours(figure)
    const made = new FootprintLayer(canvas, colours, text)
    const leave = canvas.invite(made)
    const unwatch = onColours(figure, (changed) => made.setColours(changed))
    setLayer(made)
    setFontSize(colours.fontSize)
    // Who switches it on wants to read figures, and no bar has room for them as charts open.
    canvas.widenBars(Math.ceil(figuresPx(colours.fontSize)))
    return () => {
      unwatch()
      leave()
    }
  }, [canvas, mount, text])
  useEffect(() => layer?.set(footprint), [layer, footprint])
  return fontSize === 0 ? null : <FootprintNote {...{ canvas, instrument, text, footprint, fontSize }} />
}

interface NoteProps extends Pick<FootprintProps, "canvas" | "instrument" | "text"> {
  footprint: Footprint | undefined
  /** Of the canvas, px. */
  fontSize: number
}

function FootprintNote({ canvas, instrument, text, footprint, fontSize }: NoteProps) {
  const { t, i18n } = useTranslation("chart")
  const pointed = usePointed(canvas)
  const [base = "", quote = ""] = instrument.split("_")
  if (!footprint || footprint.since === null)
    return (
      <p className={styles.note} data-footprint="0">
        {t("footprint.waiting")}
      </p>
    )
  const { form, count } = footprintForm(canvas, footprint.step, fontSize)
  const height = footprint.step * count
  const step = formatNumber(height, i18n.language)
  return (
    <div className={styles.note} data-footprint={footprint.bars.size} data-form={form}>
      <p>
        {t("footprint.since", { time: text.moment(footprint.since) })} ·{" "}
        {form === "none" ? t("footprint.narrow") : t("footprint.scale", { step, base, quote })}
      </p>
      {pointed ? <p className="num">{sayAt(pointed)}</p> : null}
    </div>
  )

  function sayAt({ time, price }: NonNullable<typeof pointed>): string {
    const rows = joinedRows(footprint?.bars.get(time) ?? new Float64Array(), count)
    if (rows.length === 0) return t("footprint.nothingCounted")
    const at = Math.floor(price / height)
    const row = rows.find((one) => one.at === at) ?? { bought: 0, sold: 0 }
    const sum = sumOfRows(rows)
    const delta = sum.bought - sum.sold
    return t("footprint.at", {
      from: text.price(at * height),
      to: text.price((at + 1) * height),
      sold: text.volume(row.sold),
      bought: text.volume(row.bought),
      delta: `${delta > 0 ? "+" : ""}${text.volume(delta)}`,
      total: text.volume(amountOf(sum)),
      base,
    })
  }
}

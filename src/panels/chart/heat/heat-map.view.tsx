/** The liquidity of the book over time behind the candles, with its legend and what stood where the crosshair is. */

import { type RefObject, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { shiftBucket } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { useView } from "../../../feed/view.ts"
import { formatNumber } from "../../../text/numbers.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { onColours, readColours } from "../chart-colours.ts"
import type { ChartText } from "../chart-text.ts"
import styles from "../layer-notes.module.css"
import { usePointed } from "../pointed.ts"
import { fullSize, type Heat, sizeAt } from "./heat.model.ts"
import { HeatLayer } from "./heat-layer.ts"
import { heatMemory } from "./heat-memory.ts"

interface HeatMapProps {
  canvas: ChartCanvas
  mount: RefObject<HTMLElement | null>
  instrument: string
  interval: Interval
  text: ChartText
}

export function HeatMap({ canvas, mount, instrument, interval, text }: HeatMapProps) {
  useView({ heat: { instrument } })
  const kept = useSnapshot(heatMemory).heat as Heat | null
  const heat = kept?.instrument === instrument ? kept : undefined
  const [layer, setLayer] = useState<HeatLayer>()
  useEffect(() => {
    const figure = mount.current
    if (!figure) return
    const made = new HeatLayer(canvas, readColours(figure), interval)
    const leave = canvas.invite(made)
    const unwatch = onColours(figure, (colours) => made.setColours(colours))
    setLayer(made)
    return () => {
      unwatch()
      leave()
    }
  }, [canvas, mount, interval])
  useEffect(() => layer?.set(heat), [layer, heat])
  return <HeatLegend {...{ canvas, instrument, interval, text, heat }} />
}

function HeatLegend(props: Omit<HeatMapProps, "mount"> & { heat: Heat | undefined }) {
  const { canvas, instrument, interval, text, heat } = props
  const { t, i18n } = useTranslation("chart")
  const pointed = usePointed(canvas)
  const begin = heat?.columns[0]?.time
  const [base = "", quote = ""] = instrument.split("_")
  return (
    <div className={styles.note} data-heat={heat?.columns.length ?? 0}>
      {heat && begin !== undefined ? (
        <>
          <p>
            {t("heat.since", { time: text.moment(begin) })}
            <span className={styles.swatch} aria-hidden="true" />
            {t("heat.scale", {
              most: text.volume(fullSize(heat.columns)),
              step: formatNumber(heat.step, i18n.language),
              base,
              quote,
            })}
          </p>
          {pointed ? (
            <p className="num">
              {sayAt(
                sizeAt(
                  heat,
                  { from: pointed.time, to: shiftBucket(pointed.time, interval, 1) },
                  pointed.price,
                ),
              )}
            </p>
          ) : null}
        </>
      ) : (
        <p>{t("heat.waiting")}</p>
      )}
    </div>
  )

  function sayAt(found: number | undefined): string {
    const price = text.price(pointed?.price ?? 0)
    return found === undefined
      ? t("heat.nothingNoted", { price })
      : t("heat.at", { price, size: text.volume(found), base })
  }
}

/** The drawings of one chart: painted, chosen, moved, undone; by pointer and by keys. Fetched when there are any, or when one draws. */

import { memo, type RefObject, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { Drawing } from "#core/drawing/drawing.ts"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { boards, choose, chosenNow, draw, openBoard, redo, undo } from "../../../stores/drawing-store.ts"
import { drawingTools, setDrawingTools } from "../../../stores/drawing-tools.ts"
import { market } from "../../../stores/market-store.ts"
import { session } from "../../../stores/session-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { useTakerRate } from "../../../ticket/taker-rate.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { onColours, readColours } from "../chart-colours.ts"
import { useChartPlace } from "../chart-place.ts"
import type { ChartText } from "../chart-text.ts"
import { ChosenBar } from "./chosen-bar.view.tsx"
import { DrawingLayer } from "./drawing-layer.ts"
import { drawingScale, type Px } from "./drawing-scale.ts"
import { followDrawings } from "./drawing-sync.ts"
import { shapeWords } from "./drawing-text.ts"
import styles from "./drawings.module.css"
import { Handles } from "./handles.view.tsx"
import { Magnifier } from "./magnifier.view.tsx"
import { newDrawing, pressedPoints, usualLook, usualPoints } from "./new-drawing.ts"
import { isPosition } from "./planned-position.ts"
import { placeOf } from "./shapes.ts"
import { useDrawingKeys } from "./use-keys.ts"
import { useDrawingPointer } from "./use-pointer.ts"

interface BoardProps {
  canvas: ChartCanvas
  mount: RefObject<HTMLElement | null>
  instrument: string
  interval: Interval
  text: ChartText
  /** Where things lie on the canvas (`placesText`): another text, and handles are placed anew. */
  places: string
  /** Leads to the ticket of the chart's market; left out: there is none. */
  onTicket: (() => void) | undefined
}

const NONE: readonly Drawing[] = []
const NOWHERE: readonly Px[] = []

export const DrawingBoard = memo(function DrawingBoard(props: BoardProps) {
  const { canvas, mount, instrument, interval, text } = props
  const { t } = useTranslation("drawing")
  const { tool } = useSnapshot(drawingTools)
  const { isChosen } = useChartPlace()
  const board = useSnapshot(boards).byId[instrument]
  const figure = mount.current
  const drawings = (board?.isHidden ? NONE : (board?.drawings ?? NONE)) as readonly Drawing[]
  const chosen = drawings.find(({ id, hidden }) => id === board?.chosen && !hidden)
  const { catalogue } = useSnapshot(market)
  const listed = catalogue?.byId.get(instrument)
  const tick = unitsOf(listed?.tick ?? "0.01")
  useOwnBoard(instrument)
  const rate = useTakerRate(
    listed?.kind === "second" ? undefined : (listed as TradedMarket),
    drawings.some(isPosition),
  )
  const layer = useLayer({ canvas, figure, instrument, interval, text, rate })
  const pointer = useDrawingPointer({ figure, canvas, layer, instrument, tick, chosen })
  const { draft } = pointer

  useEffect(
    () => layer?.set({ drawings, draft, chosen: board?.chosen }),
    [layer, drawings, draft, board?.chosen],
  )
  useEffect(() => {
    if (figure) figure.dataset.tool = tool ?? ""
    if (!tool) pointer.cancel()
  })
  useDrawingKeys({
    escape: () => {
      if (pointer.cancel()) return true
      if (drawingTools.tool) setDrawingTools({ tool: undefined })
      else if (chosen) choose(instrument, undefined)
      else return false
      return true
    },
    remove: () => {
      // As it is now: two keys may be quicker than what is shown.
      const now = chosenNow(instrument)
      if (!now || now.locked) return false
      draw(instrument, [{ before: now }])
      return true
    },
    undo: () => undo(instrument),
    redo: () => redo(instrument),
    // Whoever has no pointer gets the drawing in the middle of the view, and moves its points by the arrows.
    place: () => {
      const scale = drawingScale(canvas)
      const held = drawingTools.tool
      if (!held || !scale || document.activeElement !== figure) return false
      const drawing = newDrawing(held, usualPoints(held, scale, tick), usualLook(held))
      setDrawingTools({ tool: undefined })
      draw(instrument, [{ after: drawing }])
      choose(instrument, drawing.id)
      return true
    },
  })

  const scale = drawingScale(canvas)
  const held = draft && draft.id === chosen?.id ? draft : chosen
  return (
    <>
      {scale && held && !held.locked && !tool ? (
        <Handles
          drawing={held}
          colour={`var(--${held.colour})`}
          {...{ scale, pointer, instrument, interval, tick, text }}
        />
      ) : null}
      {pointer.magnified ? (
        <Magnifier at={pointer.magnified} figure={figure} width={canvas.paneWidth()} />
      ) : null}
      {!isChosen ? null : tool ? (
        <p className={styles.hint} role="status">
          {t(stepWords(pressedPoints(tool), pointer.placed ?? 0))}
        </p>
      ) : chosen && !draft ? (
        <ChosenBar
          drawing={chosen}
          instrument={instrument}
          onTicket={props.onTicket}
          rate={rate}
          points={scale ? chosen.points.map((point) => placeOf(point, scale)) : NOWHERE}
        />
      ) : null}
    </>
  )
})

const stepWords = (count: number, placed: number) =>
  count === 1 ? "place.only" : placed === 0 ? "place.first" : placed === 1 ? "place.second" : "place.third"

/** The market's drawings of whoever is logged in; a user's follow from the server. */
function useOwnBoard(instrument: string): void {
  const { token, user } = useSnapshot(session)
  const owner = token === null ? "" : user?.user_id
  useEffect(() => {
    // Who it is isn't known yet.
    if (owner === undefined) return
    openBoard(instrument, owner)
    return owner === "" ? undefined : followDrawings(instrument)
  }, [instrument, owner])
}

interface LayerInput {
  canvas: ChartCanvas
  figure: HTMLElement | null
  instrument: string
  interval: Interval
  text: ChartText
  /** The taker's fee in 1e-8; undefined while it isn't known: then there is no size. */
  rate: bigint | undefined
}

function useLayer({
  canvas,
  figure,
  instrument,
  interval,
  text,
  rate,
}: LayerInput): DrawingLayer | undefined {
  const { t, i18n } = useTranslation("drawing")
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const [layer, setLayer] = useState<DrawingLayer>()
  const lot = listed && "lot" in listed ? listed.lot : "0"
  const [base, quote] = instrument.split("_")
  const words = useMemo(
    () =>
      shapeWords({
        text,
        interval,
        language: i18n.language,
        t,
        lot: unitsOf(lot),
        base: base ?? "",
        quote: quote ?? "",
        rate,
        decimal: (value) => formatDecimal(value, i18n.language),
      }),
    [text, interval, i18n.language, t, lot, base, quote, rate],
  )
  useEffect(() => {
    if (!figure) return
    const made = new DrawingLayer(canvas, readColours(figure), words)
    const leave = canvas.invite(made)
    setLayer(made)
    const unwatch = onColours(figure, (colours) => made.setColours(colours))
    return () => {
      unwatch()
      leave()
      setLayer(undefined)
    }
  }, [canvas, figure, words])
  return layer
}

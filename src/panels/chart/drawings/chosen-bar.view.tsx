/** What can be done with the chosen drawing; of a text its words, of a position its risk and its way into the ticket. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Drawing } from "#core/drawing/drawing.ts"
import { choose, draw } from "../../../stores/drawing-store.ts"
import { EyeOff, Lock, LockOpen, Settings2, Trash2 } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { AlertButton } from "./alert-button.view.tsx"
import styles from "./chosen-bar.module.css"
import type { Px } from "./drawing-scale.ts"
import { useFreeEdge } from "./free-edge.ts"
import { LookSheet } from "./look-sheet.view.tsx"
import { isPosition } from "./planned-position.ts"
import { PositionRow } from "./position-row.view.tsx"
import { WordsField } from "./words-field.view.tsx"

interface ChosenBarProps {
  drawing: Drawing
  instrument: string
  /** Where its points lie on the chart. */
  points: readonly Px[]
  /** Leads to the ticket of the chart's market; left out: there is none. */
  onTicket: (() => void) | undefined
  /** The taker's fee in 1e-8; undefined while it isn't known: then there is no size. */
  rate: bigint | undefined
}

export function ChosenBar({ drawing, instrument, points, onTicket, rate }: ChosenBarProps) {
  const { t } = useTranslation("drawing")
  const bar = useRef<HTMLFieldSetElement>(null)
  const edge = useFreeEdge(bar, points)
  const [isLookOpen, setIsLookOpen] = useState(false)
  const change = (changed: Partial<Drawing>) =>
    draw(instrument, [{ before: drawing, after: { ...drawing, ...changed } }])
  return (
    <fieldset
      ref={bar}
      className={styles.bar}
      aria-label={t(`kind.${drawing.kind}`)}
      data-chosen={drawing.id}
      data-edge={edge}
    >
      {drawing.kind === "text" ? <WordsField key={drawing.id} drawing={drawing} onChange={change} /> : null}
      {isPosition(drawing) ? (
        <PositionRow key={drawing.id} onChange={change} {...{ drawing, instrument, onTicket, rate }} />
      ) : null}
      <div className={styles.buttons}>
        <span
          className={styles.swatch}
          style={{ background: `var(--${drawing.colour})` }}
          aria-hidden="true"
        />
        <IconButton
          glyph={Settings2}
          size={16}
          label={t("look")}
          aria-haspopup="dialog"
          onClick={() => setIsLookOpen(true)}
        />
        <AlertButton drawing={drawing} instrument={instrument} />
        <IconButton
          glyph={drawing.locked ? Lock : LockOpen}
          size={16}
          label={t(drawing.locked ? "unlock" : "lock")}
          onClick={() => change({ locked: !drawing.locked })}
        />
        <IconButton
          glyph={EyeOff}
          size={16}
          label={t("hide")}
          onClick={() => {
            change({ hidden: true })
            choose(instrument, undefined)
          }}
        />
        <IconButton
          glyph={Trash2}
          size={16}
          label={t("remove")}
          disabled={drawing.locked}
          onClick={() => draw(instrument, [{ before: drawing }])}
        />
      </div>
      {isLookOpen ? (
        <LookSheet
          drawing={drawing}
          instrument={instrument}
          onChange={change}
          onClose={() => setIsLookOpen(false)}
        />
      ) : null}
    </fieldset>
  )
}

/** The tape of recent trades. Fixed rows, newest on top; stands still while a finger or pointer is on it. */

import { type ReactNode, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import type { TapeFrame } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { market, tapeState } from "../../stores/market-store.ts"
import { chooseTapeSize, tapeSizes } from "../../stores/tape-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { useFittingRows } from "../../ui/fitting-rows.ts"
import shared from "../../ui/row-panel.module.css"
import { Select } from "../../ui/select.tsx"
import { freshText, shownTape, tapeSizesOf } from "./tape.model.ts"
import styles from "./tape.module.css"
import { TapeRows } from "./tape-rows.view.tsx"

/** The column heads, in rem. */
const FIXED_REM = 1.5
/** Of title and "all" together: more letters than half a phone's width has room for. */
const LETTERS_MAX = 11
/** Rows asked for at most, however tall the place: the worker keeps the last hundred or so. */
const ROWS_MAX = 100

interface TapePanelProps {
  market: Market
  /** `phone`: price and amount; `desk`: the time as well. */
  place: "phone" | "desk"
  /** Takes the place of the title where the panel stands behind a tab. */
  title?: ReactNode
}

export function TapePanel({ market: instrument, place, title }: TapePanelProps) {
  const { t } = useTranslation("market")
  const freshness = useSnapshot(market).freshness.tape
  const latest = useSnapshot(tapeState).frame
  const [held, setHeld] = useState<TapeFrame | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const rows = Math.min(ROWS_MAX, useFittingRows(body, { rowVariable: "--row-book", fixedRem: FIXED_REM }))
  const least = useSnapshot(tapeSizes).least[instrument.id] ?? ""
  useView(
    rows === 0 ? null : { tape: { instrument: instrument.id, rows, ...(least === "" ? {} : { least }) } },
  )

  const own = latest?.instrument === instrument.id ? latest : null
  const { frame, fresh } = shownTape(own, held, least === "")
  // Coins that are counted in whole units are traded by the million: their columns need more room.
  const isLong = !instrument.lot.includes(".")
  const hold = () => setHeld(tapeState.frame)
  return (
    <section
      aria-label={t("tape.title")}
      className={classNames(shared.panel, styles[place], isLong && styles.long)}
      data-stale={freshness.state === "live" ? undefined : freshness.state}
    >
      <header className={classNames(shared.head, styles.head)}>
        {title ?? <h2>{t("tape.title")}</h2>}
        <AgeMark
          freshness={freshness}
          isCompact={place === "phone" || title !== undefined}
          className={styles.age}
        />
        <span className={styles.end}>
          {fresh > 0 ? (
            <button type="button" className={styles.fresh} onClick={hold}>
              {t("tape.fresh", { total: freshText(fresh) })}
            </button>
          ) : null}
        </span>
        <SizeSelect
          market={instrument}
          least={least}
          largeFrom={frame?.largeFrom ?? null}
          onChoose={() => setHeld(null)}
        />
      </header>
      <div
        ref={body}
        className={shared.body}
        onPointerEnter={hold}
        onPointerLeave={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
      >
        <TapeRows
          market={instrument}
          frame={frame}
          rows={rows}
          hasTime={place === "desk"}
          isWhole={least === ""}
        />
      </div>
    </section>
  )
}

interface SizeSelectProps {
  market: Market
  least: string
  /** From which size trades are bold, as text. */
  largeFrom: string | null
  onChoose: () => void
}

/** From which size trades are shown; its list also says from which they are bold. */
function SizeSelect({ market: { id, lot, base }, least, largeFrom, onChoose }: SizeSelectProps) {
  const { t, i18n } = useTranslation("market")
  const bold = largeFrom === null ? "" : ` (${t("tape.bold", { size: largeFrom })})`
  const from = (size: string) => `≥ ${formatDecimal(size, i18n.language)}`
  const isLongWord = (t("tape.title") + t("tape.all")).length > LETTERS_MAX
  return (
    <Select
      className={least === "" && isLongWord ? styles.longWord : undefined}
      label={t("tape.sizes")}
      options={[
        { value: "", label: `${t("tape.allSizes")}${bold}` },
        ...tapeSizesOf(lot).map((size) => ({ value: size, label: `${from(size)} ${base}` })),
      ]}
      face={least === "" ? t("tape.all") : from(least)}
      value={least}
      onChange={(size) => {
        chooseTapeSize(id, size)
        onChoose()
      }}
    />
  )
}

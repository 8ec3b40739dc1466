/** The panels of the desk, column by column: shown or hidden, and moved to another place by a press or by arrow keys. */

import { type KeyboardEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import {
  type Direction,
  movedPanel,
  PANELS,
  type PanelColumns,
  type PanelName,
  standardColumns,
  withoutPanel,
  withPanel,
} from "#core/workspace/layout.ts"
import { WINDOW_PANELS, type WindowPanel } from "#core/workspace/window-panels.ts"
import { changeDesk, desk } from "../../stores/desk-store.ts"
import { deskWindows } from "../../stores/desk-windows.ts"
import { widthClassOf } from "../../stores/layout-store.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ExternalLink } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./desk-sheet.module.css"
import { popOut } from "./pop-out.ts"

const WAYS = [
  ["left", "ArrowLeft", ArrowLeft],
  ["up", "ArrowUp", ArrowUp],
  ["down", "ArrowDown", ArrowDown],
  ["right", "ArrowRight", ArrowRight],
] as const satisfies readonly (readonly [Direction, string, unknown])[]

const isWindowPanel = (panel: string): panel is WindowPanel =>
  (WINDOW_PANELS as readonly string[]).includes(panel)

/** The standard desk counts as what it shows at this width: changed, it is no longer the standard one. */
const columnsNow = (): PanelColumns =>
  desk.now.columns.length > 0 ? desk.now.columns : standardColumns(widthClassOf(window.innerWidth))

interface PanelRowsProps {
  /** The market on screen: what a panel in a window of its own begins with. */
  instrument: string
}

export function PanelRows({ instrument }: PanelRowsProps) {
  const { t } = useTranslation("workspace")
  const { open } = useSnapshot(deskWindows)
  useSnapshot(desk)
  /** Said to screen readers: what happened to the panels. */
  const [news, setNews] = useState("")
  const columns = columnsNow()
  const shown = columns.flat()
  const take = (next: PanelColumns | undefined, panel: PanelName) => {
    if (!next) return
    changeDesk({ columns: next })
    const at = next.findIndex((column) => column.includes(panel))
    const name = t(`desk.panel.${panel}`)
    setNews(
      at < 0
        ? t("desk.hidden", { panel: name })
        : t("desk.moved", { panel: name, column: at + 1, total: next.length }),
    )
  }
  const onKeyDown = (event: KeyboardEvent, panel: PanelName) => {
    const way = WAYS.find(([, key]) => key === event.key)
    if (!way) return
    event.preventDefault()
    take(movedPanel(columns, panel, way[0]), panel)
  }
  return (
    <>
      <p className={styles.hint}>{t("desk.hint")}</p>
      <ul className={styles.rows}>
        {[...shown, ...PANELS.filter((panel) => !shown.includes(panel))].map((panel) => {
          const name = t(`desk.panel.${panel}`)
          const at = columns.findIndex((column) => column.includes(panel))
          return (
            <li key={panel} className={styles.row} onKeyDown={(event) => onKeyDown(event, panel)}>
              <span className={styles.place} aria-hidden="true">
                {at < 0 ? "" : at + 1}
              </span>
              <Checkbox
                className={styles.panel}
                isOn={at >= 0}
                isDisabled={at >= 0 && shown.length === 1}
                onChange={(isOn) =>
                  take(isOn ? withPanel(columns, panel) : withoutPanel(columns, panel), panel)
                }
              >
                {name}
              </Checkbox>
              {isWindowPanel(panel) ? (
                <IconButton
                  glyph={ExternalLink}
                  size={16}
                  label={t("window.open", { panel: name })}
                  isOn={open.includes(panel) || undefined}
                  onClick={() => popOut(panel, instrument)}
                />
              ) : null}
              {at < 0
                ? null
                : WAYS.map(([direction, , glyph]) => (
                    <IconButton
                      key={direction}
                      glyph={glyph}
                      size={16}
                      label={t(`desk.${direction}`, { panel: name })}
                      disabled={movedPanel(columns, panel, direction) === undefined}
                      onClick={() => take(movedPanel(columns, panel, direction), panel)}
                    />
                  ))}
            </li>
          )
        })}
        {marketKindOf(instrument) === "perpetual" ? (
          <li className={styles.row}>
            <span className={styles.place} />
            <span className={styles.panel}>{t("desk.panel.positions")}</span>
            <IconButton
              glyph={ExternalLink}
              size={16}
              label={t("window.open", { panel: t("desk.panel.positions") })}
              onClick={() => popOut("positions", instrument)}
            />
          </li>
        ) : null}
      </ul>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </>
  )
}

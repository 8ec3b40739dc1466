/** Which columns a table shows, in which order and how wide. By pointer, by finger and by keys; each change is seen at once. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { isShown, ordered, withMoved, withShown, withWidths } from "#core/workspace/table-columns.ts"
import { chooseColumns } from "../../stores/table-columns.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ArrowDown, ArrowUp, GripVertical, Undo2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { NamedColumn } from "./columns-button.tsx"
import styles from "./columns-sheet.module.css"
import { choiceToChange, useColumnChoice } from "./use-columns.ts"

interface ColumnsSheetProps {
  table: string
  columns: readonly NamedColumn[]
  onClose: () => void
}

/** In rem: what a key makes a column wider or narrower. */
const STEP = 0.5

export function ColumnsSheet({ table, columns, onClose }: ColumnsSheetProps) {
  const { t } = useTranslation("workspace")
  const kept = useColumnChoice(table)
  // Until something is chosen: as the table stands now.
  const [asSeen] = useState(() => choiceToChange(table))
  const choice = kept ?? asSeen
  /** Said to screen readers: what happened to the rows. */
  const [news, setNews] = useState("")
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const rows = ordered(columns, choice)
  const move = (column: NamedColumn, to: number) => {
    if (to < 0 || to >= rows.length) return
    chooseColumns(table, withMoved(columns, choice, column.key, to))
    setNews(t("columns.moved", { column: column.name, place: to + 1, total: rows.length }))
  }
  const resize = (column: NamedColumn, by: number) => {
    const rem = (choice.widths[column.key] ?? widthOnScreen(table, column.key)) + by
    const next = withWidths(choice, { [column.key]: rem })
    chooseColumns(table, next)
    setNews(t("columns.width", { column: column.name, width: next.widths[column.key] }))
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("columns.title")}
      footer={
        <Button
          size="primary"
          isBlock
          disabled={kept === undefined}
          onClick={() => {
            chooseColumns(table, undefined)
            setNews(t("columns.reset"))
          }}
        >
          {t("columns.reset")}
        </Button>
      }
    >
      <p id="columns-hint" className={styles.hint}>
        {t("columns.hint")}
      </p>
      <ul ref={list} className={styles.rows}>
        {rows.map((column, at) => (
          <li key={column.key} className={classNames(styles.row, dragged === column.key && styles.dragged)}>
            <Grip
              label={t("columns.grip", { column: column.name })}
              onStep={(by) => move(column, at + by)}
              onWiden={(by) => resize(column, by * STEP)}
              onDrag={(y) => {
                setDragged(column.key)
                const to = placeAt(list.current, y)
                if (to !== undefined && to !== at) move(column, to)
              }}
              onDrop={() => setDragged(undefined)}
            />
            <Checkbox
              className={styles.name}
              isOn={isShown(column, choice)}
              isDisabled={column.isKept === true}
              onChange={(isOn) => chooseColumns(table, withShown(choice, column.key, isOn))}
            >
              {column.name}
            </Checkbox>
            {choice.widths[column.key] === undefined ? null : (
              <IconButton
                glyph={Undo2}
                size={16}
                label={t("columns.ownWidth", { column: column.name })}
                onClick={() => {
                  const { [column.key]: _own, ...widths } = choice.widths
                  chooseColumns(table, { ...choice, widths })
                }}
              />
            )}
            <IconButton
              glyph={ArrowUp}
              size={16}
              label={t("columns.up", { column: column.name })}
              disabled={at === 0}
              onClick={() => move(column, at - 1)}
            />
            <IconButton
              glyph={ArrowDown}
              size={16}
              label={t("columns.down", { column: column.name })}
              disabled={at === rows.length - 1}
              onClick={() => move(column, at + 1)}
            />
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </Sheet>
  )
}

interface GripProps {
  label: string
  onStep: (by: -1 | 1) => void
  onWiden: (by: -1 | 1) => void
  /** Where the pointer is, in px from the top of the window. */
  onDrag: (y: number) => void
  onDrop: () => void
}

/** Taken hold of, the row follows; with the focus on it arrows move it, and make its column wider or narrower. */
function Grip({ label, onStep, onWiden, onDrag, onDrop }: GripProps) {
  const latest = useRef(onDrag)
  useEffect(() => {
    latest.current = onDrag
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp") onStep(-1)
    else if (event.key === "ArrowDown") onStep(1)
    else if (event.key === "ArrowLeft") onWiden(-1)
    else if (event.key === "ArrowRight") onWiden(1)
    else return
    event.preventDefault()
  }
  // Heard at the window: a row that is put elsewhere in the list loses the pointer that it had captured.
  const follow = () => {
    const drag = (event: globalThis.PointerEvent) => latest.current(event.clientY)
    const drop = () => {
      window.removeEventListener("pointermove", drag)
      window.removeEventListener("pointerup", drop)
      window.removeEventListener("pointercancel", drop)
      onDrop()
    }
    window.addEventListener("pointermove", drag)
    window.addEventListener("pointerup", drop)
    window.addEventListener("pointercancel", drop)
  }
  return (
    <IconButton
      glyph={GripVertical}
      size={16}
      label={label}
      className={styles.grip}
      aria-describedby="columns-hint"
      // The sheet is dragged by its body: not from here.
      data-base-ui-swipe-ignore=""
      onKeyDown={onKeyDown}
      onPointerDown={follow}
    />
  )
}

/** The row at this height, by its place; above the first and below the last: those. */
function placeAt(list: HTMLElement | null, y: number): number | undefined {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  if (rows.length === 0) return undefined
  const at = rows.findIndex(({ bottom }) => y < bottom)
  return at < 0 ? rows.length - 1 : at
}

/** In rem; of a column that is hidden a usual width. */
function widthOnScreen(table: string, key: string): number {
  const head = document.querySelector<HTMLElement>(`[data-table="${table}"] [data-column="${key}"]`)
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return head && head.offsetWidth > 0 ? head.offsetWidth / rootPx : 6
}

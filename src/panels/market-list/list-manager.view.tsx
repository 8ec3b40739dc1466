/** All watch-lists in their order: to rename, to move, to delete, and to have a deleted one back. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import {
  deleteList,
  moveList,
  renameList,
  restoreList,
  STAR_LIST,
  type WatchList,
  watchLists,
} from "../../stores/watch-lists-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { showToast } from "../../ui/toaster.ts"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { useListName } from "./list-name.ts"
import { NameForm } from "./name-form.view.tsx"
import styles from "./watch-lists-sheet.module.css"

export function ListManager() {
  const { t } = useTranslation("lists")
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  const [renamed, setRenamed] = useState<string | null>(null)
  /** Said to screen readers: what happened to the rows. */
  const [news, setNews] = useState("")

  const move = (list: WatchList, step: -1 | 1) => {
    moveList(list.id, step)
    const at = watchLists.all.findIndex(({ id }) => id === list.id)
    setNews(t("movedTo", { list: nameOf(list), place: at + 1, total: watchLists.all.length }))
  }
  const remove = (list: WatchList) => {
    const gone = deleteList(list.id)
    if (!gone) return
    const text = t("deleted", { list: nameOf(list) })
    setNews(text)
    const undo = () => {
      const refusal = restoreList(gone)
      if (refusal) showToast("failure", t(`refused.${refusal}`))
    }
    showToast("info", text, { label: t("undo"), run: undo })
  }
  return (
    <>
      <ul className={styles.lists}>
        {all.map((list, at) =>
          renamed === list.id ? (
            <li key={list.id} className={styles.renaming}>
              <NameForm
                label={t("rename", { list: nameOf(list) })}
                submit={t("save")}
                initial={nameOf(list)}
                hasFocus
                onSubmit={(name) => {
                  const refusal = renameList(list.id, name, nameOf({ name: "" }))
                  if (!refusal) setRenamed(null)
                  return refusal
                }}
                onLeave={() => setRenamed(null)}
              />
            </li>
          ) : (
            <ManagedList
              key={list.id}
              list={list}
              isFirst={at === 0}
              isLast={at === all.length - 1}
              onRename={() => setRenamed(list.id)}
              onMove={(step) => move(list, step)}
              onDelete={() => remove(list)}
            />
          ),
        )}
      </ul>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </>
  )
}

interface ManagedListProps {
  list: WatchList
  isFirst: boolean
  isLast: boolean
  onRename: () => void
  onMove: (step: -1 | 1) => void
  onDelete: () => void
}

function ManagedList({ list, isFirst, isLast, onRename, onMove, onDelete }: ManagedListProps) {
  const { t, i18n } = useTranslation("lists")
  const name = useListName()(list)
  const row = useRef<HTMLLIElement>(null)
  useFocusKept(row, isFirst || isLast)
  return (
    <li ref={row} className={styles.managed}>
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.count}>
          {t("markets", { count: list.ids.length, number: formatNumber(list.ids.length, i18n.language) })}
        </span>
      </span>
      <IconButton glyph={Pencil} size={16} label={t("rename", { list: name })} onClick={onRename} />
      <IconButton
        glyph={ArrowUp}
        size={16}
        label={t("up", { list: name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        glyph={ArrowDown}
        size={16}
        label={t("down", { list: name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton
        glyph={Trash2}
        size={16}
        label={t("delete", { list: name })}
        // A star must lead somewhere.
        disabled={list.id === STAR_LIST}
        {...(list.id === STAR_LIST ? { title: t("starStays") } : {})}
        onClick={onDelete}
      />
    </li>
  )
}

/** At the end of the way the pressed arrow goes dark: its neighbour takes the focus, or the keys would lose their place. */
function useFocusKept(row: { readonly current: HTMLElement | null }, isAtEnd: boolean): void {
  useEffect(() => {
    if (!isAtEnd || !row.current) return
    const at = document.activeElement
    const isLost = at === document.body || (at instanceof HTMLButtonElement && at.disabled)
    if (isLost && row.current.querySelector(":disabled") === at)
      row.current.querySelector<HTMLElement>("button:not(:disabled)")?.focus()
  }, [isAtEnd, row])
}

/**
 * The star of a market. A press stars it, 44 px around on touch. A long press, the right button or the menu key
 * leads to all lists; a message after starring does too, for whoever has neither.
 */

import { memo, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { toggleFavourite } from "../../stores/favourites-store.ts"
import { listOf, STAR_LIST, watchLists } from "../../stores/watch-lists-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { Star } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { showToast } from "../../ui/toaster.ts"
import { useListName } from "./list-name.ts"
import { openLists } from "./lists-sheet-state.ts"
import { marketName } from "./market-name.ts"
import styles from "./star.module.css"

interface StarButtonProps {
  id: string
  size?: 16 | 20
  /** −1 in a list, where arrow keys lead to it. */
  tabIndex?: -1
  className?: string | undefined
}

/** Held for so long a press asks for the lists. */
const LONG_PRESS_MS = 500

/** Kept from rendering with every price of its row. */
export const StarButton = memo(function StarButton({ id, size = 20, tabIndex, className }: StarButtonProps) {
  const { t } = useTranslation(["lists", "market"])
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  const { pair } = marketName(id)
  const starList = listOf(all, STAR_LIST)
  const isOn = starList?.ids.includes(id) ?? false
  const isElsewhere = !isOn && all.some((list) => list.ids.includes(id))
  const longPress = useLongPress(() => openLists(id))

  const toggle = () => {
    const refusal = toggleFavourite(id)
    const list = starList ? nameOf(starList) : ""
    if (refusal) showToast("failure", t(`lists:refused.${refusal}`))
    else if (!isOn && all.length > 1) {
      const action = { label: t("lists:choose"), run: () => openLists(id) }
      showToast("success", t("lists:added", { pair, list }), action)
    }
  }
  return (
    <IconButton
      glyph={Star}
      size={size}
      tabIndex={tabIndex}
      isOn={isOn}
      className={classNames(styles.star, isElsewhere && styles.elsewhere, className)}
      label={t("market:list.star", { pair })}
      title={t("lists:starHint")}
      {...longPress.handlers}
      onClick={() => {
        if (!longPress.wasLong()) toggle()
      }}
    />
  )
})

/** A finger that rests, the right button, the menu key: what they start, and whether the click that follows is theirs. */
function useLongPress(start: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    stop()
    isLong.current = true
    start()
  }
  return {
    wasLong: () => {
      const was = isLong.current
      isLong.current = false
      return was
    },
    handlers: {
      onPointerDown: (event: { pointerType: string }) => {
        isLong.current = false
        if (event.pointerType !== "mouse") timer.current = setTimeout(begin, LONG_PRESS_MS)
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
      onKeyDown: () => {
        isLong.current = false
      },
      onContextMenu: (event: { preventDefault: () => void }) => {
        event.preventDefault()
        begin()
      },
    },
  }
}

/** Which market is looked for? A search field with a way to empty it. */

import { type Ref, useId } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import { Icon, Search, X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import styles from "./search-field.module.css"

interface SearchFieldProps {
  value: string
  onChange: (query: string) => void
  placeholder: string
  /** The key that leads here, shown on a desk. */
  shortcut?: string
  fieldRef?: Ref<HTMLInputElement>
  /** Escape in an empty field: the field should go. */
  onLeave?: () => void
  /** Arrow down: on to what was found. */
  onDown?: () => void
  className?: string | undefined
}

/** Longer is no name of a market. */
const QUERY_LENGTH_MAX = 40

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, placeholder, shortcut, fieldRef, onLeave, onDown, className } = props
  const { t } = useTranslation("market")
  const id = useId()
  return (
    <search className={classNames(styles.search, className)}>
      <Icon glyph={Search} size={16} />
      <input
        ref={fieldRef}
        id={id}
        type="search"
        className={styles.input}
        aria-label={placeholder}
        placeholder={placeholder}
        value={value}
        maxLength={QUERY_LENGTH_MAX}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" && onDown) {
            event.preventDefault()
            onDown()
          }
          if (event.key !== "Escape") return
          event.stopPropagation()
          if (value !== "") onChange("")
          else {
            event.currentTarget.blur()
            onLeave?.()
          }
        }}
      />
      {value !== "" ? (
        <IconButton glyph={X} size={16} label={t("list.clearSearch")} onClick={() => onChange("")} />
      ) : shortcut ? (
        <kbd className={styles.key}>{shortcut}</kbd>
      ) : null}
    </search>
  )
}

/** A search field with a button to clear it; with a list below it, a combobox. */

import { type KeyboardEvent, type Ref, useId } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "./class-names.ts"
import { Icon, Search, X } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"
import styles from "./search-field.module.css"

interface SearchFieldProps {
  value: string
  onChange: (query: string) => void
  placeholder: string
  /** The key that leads here, shown on a desk. */
  shortcut?: string
  fieldRef?: Ref<HTMLInputElement>
  /** Escape in an empty field: the field should go. Without it Escape empties the field and leaves it at once. */
  onLeave?: () => void
  /** Arrow down: on to what was found. */
  onDown?: () => void
  /** Enter: what was found first is taken, and the field is left. */
  onEnter?: () => void
  /** The list below, walked by keys while the focus stays in the field. */
  combobox?: Combobox
  className?: string | undefined
}

interface Combobox {
  listId: string
  isOpen: boolean
  /** Id of the option that Enter takes. */
  activeId: string | undefined
  /** First to hear of a key; it prevents the default of those that it takes. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** Longer is no name of anything listed. */
const QUERY_LENGTH_MAX = 60

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, placeholder, shortcut, fieldRef, onLeave, onDown, onEnter, combobox, className } =
    props
  const { t } = useTranslation("app")
  const id = useId()
  return (
    <search className={classNames(styles.search, className)}>
      <Icon glyph={Search} size={16} />
      <input
        ref={fieldRef}
        id={id}
        type="search"
        {...(combobox && {
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": combobox.isOpen,
          "aria-controls": combobox.listId,
          "aria-activedescendant": combobox.activeId,
        })}
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
          // Enter and the arrows choose among what an input method offers, not among what was found.
          if (event.nativeEvent.isComposing) return
          combobox?.onKeyDown(event)
          if (event.defaultPrevented) return
          if (event.key === "ArrowDown" && onDown) {
            event.preventDefault()
            onDown()
          }
          if (event.key === "Enter" && onEnter && value !== "") {
            event.preventDefault()
            event.currentTarget.blur()
            onEnter()
          }
          if (event.key !== "Escape") return
          event.stopPropagation()
          if (value !== "") onChange("")
          if (value === "" || (!onLeave && !combobox)) {
            event.currentTarget.blur()
            onLeave?.()
          }
        }}
      />
      {value !== "" ? (
        <IconButton glyph={X} size={16} label={t("field.clear")} onClick={() => onChange("")} />
      ) : shortcut ? (
        <kbd className={styles.key}>{shortcut}</kbd>
      ) : null}
    </search>
  )
}

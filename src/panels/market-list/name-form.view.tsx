/** The form that names a watch-list. One field, one button, and the reason where a name can't be. */

import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { LIST_NAME_MAX, type ListRefusal } from "../../stores/watch-lists-store.ts"
import { Button } from "../../ui/button.tsx"
import styles from "./watch-lists-sheet.module.css"

interface NameFormProps {
  /** What the field is for: said aloud, and shown in it while it is empty. */
  label: string
  submit: string
  initial?: string
  hasFocus?: boolean
  /** Says why not; null: done. */
  onSubmit: (name: string) => ListRefusal | null
  /** Escape: the field should go. */
  onLeave?: () => void
}

export function NameForm({
  label,
  submit,
  initial = "",
  hasFocus = false,
  onSubmit,
  onLeave,
}: NameFormProps) {
  const { t } = useTranslation("lists")
  const id = useId()
  const [name, setName] = useState(initial)
  const [refusal, setRefusal] = useState<ListRefusal | null>(null)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const why = onSubmit(name)
        setRefusal(why)
        if (!why) setName("")
      }}
    >
      <div className={styles.line}>
        <input
          id={id}
          className={styles.field}
          aria-label={label}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? `${id}-why` : undefined}
          placeholder={label}
          // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
          autoFocus={hasFocus}
          value={name}
          // Some more than fits, so that a pasted name is refused with its reason, not silently cut.
          maxLength={LIST_NAME_MAX * 4}
          autoComplete="off"
          enterKeyHint="done"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setRefusal(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || !onLeave) return
            event.stopPropagation()
            onLeave()
          }}
        />
        <Button type="submit">{submit}</Button>
      </div>
      {refusal ? (
        <p role="alert" id={`${id}-why`} className={styles.refusal}>
          {t(`refused.${refusal}`)}
        </p>
      ) : null}
    </form>
  )
}

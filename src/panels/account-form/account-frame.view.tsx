/** How does a form of the account look? One column: title, text, fields, the refusal that belongs to none, one button. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { TopBarTitle } from "../../page-head/bar-slots.tsx"
import { timeLeft } from "../../text/time-left.ts"
import { Button, type ButtonTone } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./account-form.module.css"
import type { Submission } from "./use-submit.ts"

interface AccountFrameProps {
  /** A large title of its own; the bar above then shows none. Left out: the bar's stands. */
  title?: string
  text?: ReactNode
  /** Above the title. */
  head?: ReactNode
  form: Submission
  /** Words of the button that sends. */
  action: string
  tone?: ButtonTone
  /** It can't be sent yet (for a reason that is on screen). */
  isDisabled?: boolean
  /** Called at most once at a time, and not while the server asks to wait. */
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
  /** Under the button: other ways, notes. */
  below?: ReactNode
}

export function AccountFrame(props: AccountFrameProps) {
  const { title, text, head, form, action, tone = "accent", isDisabled = false, children, below } = props
  const { t } = useTranslation("account")
  const isWaiting = form.waitSeconds > 0
  return (
    <div className={styles.page}>
      {title ? (
        <TopBarTitle>
          <VisuallyHidden>{title}</VisuallyHidden>
        </TopBarTitle>
      ) : null}
      {head}
      {title || text ? (
        <div className={styles.head}>
          {title ? <h2 className={styles.title}>{title}</h2> : null}
          {text ? <div className={styles.text}>{text}</div> : null}
        </div>
      ) : null}
      <form
        className={styles.form}
        noValidate
        aria-busy={form.isBusy || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.isBusy && !isWaiting && !isDisabled) props.onSubmit()
        }}
      >
        {children}
        {form.problem ? (
          <Note tone="danger" isAlert>
            {form.problem}
          </Note>
        ) : null}
        <Button
          type="submit"
          tone={tone}
          size="primary"
          isBlock
          isBusy={form.isBusy}
          disabled={isWaiting || isDisabled}
          second={isWaiting ? t("form.wait", { time: timeLeft(form.waitSeconds * 1000) }) : undefined}
        >
          {action}
        </Button>
      </form>
      {below}
    </div>
  )
}

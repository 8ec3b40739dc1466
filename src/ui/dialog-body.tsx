/** The body of a dialog. The title is the question, the buttons are the answers, the safe one has focus. */

import { AlertDialog } from "@base-ui/react/alert-dialog"
import { type ReactNode, useRef } from "react"
import { Button, type ButtonTone } from "./button.tsx"
import { useClosedByBack } from "./closed-by-back.ts"
import styles from "./dialog-body.module.css"

export interface DialogBodyProps {
  isOpen: boolean
  title: string
  children?: ReactNode
  /** The answer that changes nothing: Esc gives it too. */
  safeAnswer: string
  onSafe: () => void
  /** The answer that acts, said as what it does. */
  answer: string
  onAnswer: () => void
  tone?: ButtonTone
  isBusy?: boolean
}

export function DialogBody(props: DialogBodyProps) {
  const { isOpen, title, children, safeAnswer, onSafe, answer, onAnswer, tone = "plain", isBusy } = props
  const safe = useRef<HTMLDivElement>(null)
  useClosedByBack(isOpen, onSafe)
  // While it fades out a second press would give the answer again.
  const once = (tell: () => void) => (isOpen ? tell : undefined)
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onSafe()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup
          className={styles.dialog}
          initialFocus={() => safe.current?.querySelector("button") ?? true}
        >
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          {children ? (
            <AlertDialog.Description render={<div />} className={styles.words}>
              {children}
            </AlertDialog.Description>
          ) : null}
          <div ref={safe} className={styles.answers}>
            <Button tone="outline" onClick={once(onSafe)}>
              {safeAnswer}
            </Button>
            <Button tone={tone} onClick={once(onAnswer)} isBusy={isBusy ?? false}>
              {answer}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Toasts. Above the bottom bar on a phone, at the bottom right on a desk, or where the screen has room (toast-room.ts). */

import { useSnapshot } from "valtio"
import { useFirstWords } from "../words/first-words.ts"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { CircleAlert, CircleCheck, Icon, Info, X } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"
import styles from "./toast.module.css"
import { closeToast, type ToastMessage, toaster } from "./toaster.ts"

const GLYPHS = { success: CircleCheck, failure: CircleAlert, info: Info } as const

export function Toaster() {
  const { messages } = useSnapshot(toaster)
  const urgent = messages.filter(({ isUrgent }) => isUrgent)
  return (
    <div className={styles.place}>
      {urgent.map((message) => (
        <Toast key={message.id} message={message} role="alert" />
      ))}
      <div className={styles.polite} role="status" aria-live="polite">
        {messages
          .filter(({ isUrgent }) => !isUrgent)
          .map((message) => (
            <Toast key={message.id} message={message} />
          ))}
      </div>
    </div>
  )
}

function Toast({ message, role }: { message: ToastMessage; role?: "alert" }) {
  const t = useFirstWords()
  const { id, tone, text, action } = message
  return (
    <div role={role} className={classNames(styles.toast, styles[tone])}>
      <Icon glyph={GLYPHS[tone]} className={styles.icon} />
      <span className={styles.text}>{text}</span>
      {action ? (
        <Button
          tone="quiet"
          onClick={() => {
            action.run()
            closeToast(id)
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton glyph={X} size={16} label={t("close")} onClick={() => closeToast(id)} />
    </div>
  )
}

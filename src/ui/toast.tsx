/** Toasts. Above the bottom bar on a phone, at the bottom right on a desk, or where the screen has room (toast-room.ts). */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { CircleAlert, CircleCheck, Icon, Info, X } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"
import styles from "./toast.module.css"
import { closeToast, toaster } from "./toaster.ts"

const GLYPHS = { success: CircleCheck, failure: CircleAlert, info: Info } as const

export function Toaster() {
  const { t } = useTranslation("app")
  const { messages } = useSnapshot(toaster)
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {messages.map((message) => (
        <div key={message.id} className={classNames(styles.toast, styles[message.tone])}>
          <Icon glyph={GLYPHS[message.tone]} className={styles.icon} />
          <span className={styles.text}>{message.text}</span>
          {message.action ? (
            <Button
              tone="quiet"
              onClick={() => {
                message.action?.run()
                closeToast(message.id)
              }}
            >
              {message.action.label}
            </Button>
          ) : null}
          <IconButton glyph={X} size={16} label={t("close")} onClick={() => closeToast(message.id)} />
        </div>
      ))}
    </div>
  )
}

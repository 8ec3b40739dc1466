/** The question before logging out. */

import i18next from "i18next"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { OverlayProps } from "../stores/overlay-store.ts"
import { DialogBody } from "../ui/dialog-body.tsx"
import { showToast } from "../ui/toaster.ts"
import { unsubscribeHere } from "../user/push-here.ts"
import { logOut } from "./session-life.ts"

export function LogoutQuestion({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("account")
  const [isBusy, setIsBusy] = useState(false)
  const leave = async () => {
    setIsBusy(true)
    // Whoever has this device next gets none of this user's messages.
    const isTold = await logOut(unsubscribeHere)
    setIsBusy(false)
    onClose()
    // The session then lives on at the server until its idle time is over: that is said.
    showToast(isTold ? "success" : "info", i18next.t(isTold ? "account:logout.done" : "account:logout.local"))
  }
  return (
    <DialogBody
      isOpen={isOpen}
      title={t("logout.question")}
      safeAnswer={t("logout.stay")}
      onSafe={onClose}
      answer={t("logout.leave")}
      onAnswer={() => void leave()}
      isBusy={isBusy}
    >
      {t("logout.text")}
    </DialogBody>
  )
}

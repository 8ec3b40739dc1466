/** Sets an alert on the chosen line, or removes it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Drawing } from "#core/drawing/drawing.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import { disarmAlert } from "../../../api/change-alert.ts"
import { useGo } from "../../../places/screen-link.tsx"
import { account } from "../../../stores/account-store.ts"
import { session } from "../../../stores/session-store.ts"
import { Bell } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { showToast } from "../../../ui/toaster.ts"
import styles from "./chosen-bar.module.css"
import { alertOn, lineCondition } from "./line-alert.model.ts"
import { armLine } from "./line-alerts.ts"

export function AlertButton({ drawing, instrument }: { drawing: Drawing; instrument: string }) {
  const { t } = useTranslation("drawing")
  const go = useGo()
  const isIn = useSnapshot(session).token !== null
  const armed = alertOn(drawing, instrument, useSnapshot(account).alerts as readonly AlertRow[])
  const [isAsking, setIsAsking] = useState(false)
  const condition = lineCondition(drawing, instrument)
  if (!condition) return null
  const press = async () => {
    if (!isIn) return go("/login")
    setIsAsking(true)
    const refusal = armed ? await disarmAlert(armed.id) : await armLine(condition)
    setIsAsking(false)
    if (refusal !== undefined) showToast("failure", refusal)
    else if (!armed) showToast("success", t("alertSet"))
  }
  return (
    <IconButton
      glyph={Bell}
      size={16}
      label={t(armed ? "alertEnd" : "alert")}
      aria-pressed={armed !== undefined}
      className={armed ? styles.armed : undefined}
      disabled={isAsking}
      onClick={() => void press()}
    />
  )
}

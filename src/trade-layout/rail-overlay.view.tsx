/** The market list over the chart, on desks too narrow to keep it open. Esc, a choice or a press beside closes it. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { RailList } from "../panels/market-list/rail-list.view.tsx"
import styles from "./rail-overlay.module.css"

interface RailOverlayProps {
  kind: MarketKind
  current: string
  onClose: () => void
}

export function RailOverlay({ kind, current, onClose }: RailOverlayProps) {
  const { t } = useTranslation("market")
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose()
    }
    const pointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose()
    }
    window.addEventListener("keydown", press)
    window.addEventListener("pointerdown", pointer)
    return () => {
      window.removeEventListener("keydown", press)
      window.removeEventListener("pointerdown", pointer)
    }
  }, [onClose])
  return (
    <dialog ref={box} open className={styles.overlay} aria-label={t("trade.list")}>
      <RailList kind={kind} current={current} onChoose={onClose} hasFocus />
    </dialog>
  )
}

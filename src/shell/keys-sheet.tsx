/** Which keys there are. Opened by `?` and from the menu of a desk. */

import { useTranslation } from "react-i18next"
import type { OverlayProps } from "../stores/overlay-store.ts"
import { SheetBody } from "../ui/sheet-body.tsx"
import styles from "./keys-sheet.module.css"

/** Their keyboards have ⌘ where others have Ctrl. */
const IS_APPLE = /Macintosh|iPad/.test(navigator.userAgent)

export function KeysSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("trade")
  const control = IS_APPLE ? "⌘" : t("keys.control")
  const rows = [
    { does: "search", keys: ["/"] },
    { does: "first", keys: [t("keys.enter")] },
    { does: "leave", keys: [t("keys.escape")] },
    { does: "walk", keys: ["↑", "↓"] },
    { does: "interval", keys: ["1", "…", "9"] },
    { does: "atPrice", keys: [t("keys.shift"), "F10"] },
    { does: "buy", keys: ["B"] },
    { does: "sell", keys: ["S"] },
    { does: "palette", keys: [control, "K"] },
    { does: "exit", keys: [control, t("keys.shift"), "X"] },
    { does: "list", keys: ["?"] },
  ] as const
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("keys.title")}
    >
      <dl className={styles.keys}>
        {rows.map(({ does, keys }) => (
          <div key={does} className={styles.row}>
            <dt className={styles.key}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd className={styles.does}>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </SheetBody>
  )
}

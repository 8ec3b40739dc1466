/** How is the line to the server, in detail? What the status light opens. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../stores/market-store.ts"
import type { OverlayProps } from "../stores/overlay-store.ts"
import { clockText } from "../text/clock.ts"
import { copyAndSay } from "../text/copy-and-say.ts"
import { formatNumber } from "../text/numbers.ts"
import { Copy } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { SheetBody } from "../ui/sheet-body.tsx"
import { currentLanguage } from "../words/first-words.ts"
import { sourceName } from "./banner.tsx"
import styles from "./connection-sheet.module.css"

export function ConnectionSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("app")
  const { connection, feed } = useSnapshot(market)
  const language = currentLanguage()
  const milliseconds = (value: number | null) =>
    value === null ? "–" : t("status.milliseconds", { value: formatNumber(Math.round(value), language) })
  const lines = [
    [t("status.state"), t(`status.${connection.state}`)],
    [t("status.feed"), feed ? t(`status.source.${feed.kind}`, { source: sourceName(feed) }) : "–"],
    [t("status.roundTrip"), milliseconds(connection.roundTrip)],
    [t("status.clockOffset"), milliseconds(connection.state === "open" ? connection.clockOffset : null)],
    [t("status.lastGap"), connection.lastGap === null ? t("status.none") : clockText(connection.lastGap)],
    [t("status.reconnects"), formatNumber(connection.reconnects, language)],
  ] as const
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("status.title")}
      headEnd={
        <IconButton
          glyph={Copy}
          label={t("status.copy")}
          onClick={() => void copyAndSay(lines.map((line) => line.join(": ")).join("\n"))}
        />
      }
    >
      <dl className={styles.lines}>
        {lines.map(([name, value]) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SheetBody>
  )
}

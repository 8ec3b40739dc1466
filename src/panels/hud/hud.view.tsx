/** The debug panel of the live path. Rates, hops, age and missed frames for `?hud`, to read and to copy as JSON. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { pageTimes } from "../../feed/frame-loop.ts"
import { useView } from "../../feed/view.ts"
import { hudState, market } from "../../stores/market-store.ts"
import { copyText } from "../../text/copy-text.ts"
import { useEachSecond } from "../../ui/each-second.ts"
import { ChevronDown, ChevronUp, Copy } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { showToast } from "../../ui/toaster.ts"
import { hudLines, hudReport } from "./hud.model.ts"
import styles from "./hud.module.css"
import { followOrderTimes, orderTimes } from "./order-times.ts"

export function HudView() {
  const { t } = useTranslation("market")
  const [isOpen, setIsOpen] = useState(true)
  useView({ hud: true })
  useEachSecond(true)
  useEffect(followOrderTimes, [])
  const { figures } = useSnapshot(hudState)
  const copy = async () => {
    const report = hudReport({
      figures: hudState.figures,
      page: pageTimes,
      order: orderTimes.newest,
      connection: market.connection,
      feed: market.feed,
      agent: navigator.userAgent,
      now: Date.now(),
    })
    const isCopied = await copyText(JSON.stringify(report, null, 2))
    showToast(isCopied ? "success" : "failure", t(isCopied ? "hud.copied" : "hud.copyFailed"))
  }
  return (
    <aside className={styles.hud} aria-label={t("hud.title")}>
      <header className={styles.head}>
        <h2>{t("hud.title")}</h2>
        <IconButton glyph={Copy} size={16} label={t("hud.copy")} onClick={() => void copy()} />
        <IconButton
          glyph={isOpen ? ChevronUp : ChevronDown}
          size={16}
          label={t("hud.title")}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </header>
      {isOpen ? (
        <dl className={styles.lines}>
          {hudLines(figures, pageTimes, orderTimes.newest).map(({ name, text }) => (
            <div key={name} className={styles.line}>
              <dt>{t(`hud.${name}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </aside>
  )
}

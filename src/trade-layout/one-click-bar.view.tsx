/** One-click trading is on: said in words and by a frame around the desk, with the time that is left. Watches what ends it. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { choices, chosen } from "../stores/choices-store.ts"
import { market as markets } from "../stores/market-store.ts"
import { endOneClick, followMarketOneClick, LAST_MS, oneClick } from "../stores/one-click.ts"
import { session } from "../stores/session-store.ts"
import { marketTitle } from "../text/market-title.ts"
import { timeLeft } from "../text/time-left.ts"
import { useEachSecond } from "../ui/each-second.ts"
import { Icon, Zap } from "../ui/icon.tsx"
import { showToast } from "../ui/toaster.ts"
import styles from "./one-click-bar.module.css"

export function OneClickBar({ market }: { market: TradedMarket }) {
  const { t } = useTranslation("ladder")
  const { instrument } = useSnapshot(oneClick)
  const isOn = instrument !== null
  useEnds(market.id, isOn)
  if (!isOn) return null
  return (
    <div className={styles.bar} data-one-click="">
      <Icon glyph={Zap} size={16} />
      <p className={styles.words}>
        <span role="status">
          <strong>{t("one.on")}</strong> {t("one.what", { market: marketTitle(instrument) })}
        </span>{" "}
        <TimeLeft />
      </p>
      <button type="button" className={styles.off} onClick={() => endOneClick("hand")}>
        {t("one.off")}
      </button>
    </div>
  )
}

/** In the last minute it counts. */
function TimeLeft() {
  const { t } = useTranslation("ladder")
  const { until } = useSnapshot(oneClick)
  const minutes = Number(chosen(useSnapshot(choices).all, "oneClickIdle"))
  const now = useEachSecond(true)
  const left = until - now
  if (left > LAST_MS) return t("one.idle", { count: minutes })
  return (
    <span className={styles.left} role="timer">
      {t("one.left", { time: timeLeft(left) })}
    </span>
  )
}

function useEnds(instrument: string, isOn: boolean): void {
  const { t } = useTranslation("ladder")
  const isConnected = useSnapshot(markets).connection.state === "open"
  const isIn = useSnapshot(session).token !== null
  const { end } = useSnapshot(oneClick)
  useEffect(() => {
    if (!isConnected) endOneClick("offline")
  }, [isConnected])
  useEffect(() => {
    if (!isIn) endOneClick("logout")
  }, [isIn])
  useEffect(() => followMarketOneClick(instrument), [instrument])
  useEffect(() => () => endOneClick("left"), [])
  useEffect(() => {
    if (isOn || end === null) return
    showToast("info", t(`one.end.${end}`))
    oneClick.end = null
  }, [isOn, end, t])
}

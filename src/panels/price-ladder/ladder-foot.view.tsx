/** Below the prices: the sums of what is in view, since when volume is counted, and which of the ticket's options hold. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { priceLadderState } from "../../stores/market-store.ts"
import { ticket } from "../../stores/ticket-store.ts"
import { clockText } from "../../text/clock.ts"
import styles from "./ladder-foot.module.css"

interface LadderFootProps {
  instrument: string
  children: ReactNode
}

export function LadderFoot({ instrument: id, children }: LadderFootProps) {
  const { t } = useTranslation("ladder")
  const { t: trade } = useTranslation("trade")
  const { t: contract } = useTranslation("perpetual")
  const { isPostOnly, isReduceOnly, instrument } = useSnapshot(ticket)
  const { frame: latest } = useSnapshot(priceLadderState)
  const frame = latest?.instrument === id ? latest : null
  const isHere = instrument === id
  const since = frame?.volumeSince
  return (
    <footer className={styles.foot}>
      <p
        className={styles.sums}
        title={frame ? t("sums", { bids: frame.bidSum, asks: frame.askSum }) : undefined}
      >
        <span className={styles.bidSum}>{frame?.bidSum ?? "–"}</span>
        <span>{frame?.bidPercent == null ? "" : t("bidShare", { percent: frame.bidPercent })}</span>
        <span className={styles.askSum}>{frame?.askSum ?? "–"}</span>
      </p>
      <p className={styles.note}>{since ? t("volumeSince", { time: clockText(since) }) : t("volumeNone")}</p>
      <div className={styles.modes}>
        {isHere && isPostOnly ? <span className={styles.tag}>{trade("ticket.postOnly")}</span> : null}
        {isHere && isReduceOnly ? <span className={styles.tag}>{contract("reduceOnly")}</span> : null}
        {children}
      </div>
    </footer>
  )
}

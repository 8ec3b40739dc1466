/** TWAPs above the open orders: how far each is, when its next slice is sent or why it has ended; pause, resume, end. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedKind } from "#core/wire/private-rows.ts"
import { changeTwap, type TwapRow } from "#core/wire/twap-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { account } from "../../stores/account-store.ts"
import { market as markets } from "../../stores/market-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { clockText } from "../../text/clock.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"
import { showToast } from "../../ui/toaster.ts"
import { Pair, SideName } from "./cells.view.tsx"
import { currenciesOf } from "./order-rows.model.ts"
import { endOf, twapPercent } from "./twap.model.ts"
import styles from "./twap-list.module.css"

export function TwapList({ kind, instrument }: { kind: TradedKind; instrument: string }) {
  const { t } = useTranslation("trade")
  const { scope } = useSnapshot(ordersView).filter
  const { catalogue } = useSnapshot(markets)
  const rows = (useSnapshot(account).twaps as readonly TwapRow[]).filter(
    (row) =>
      catalogue?.byId.get(row.instrument)?.kind === kind &&
      (scope !== "market" || row.instrument === instrument),
  )
  if (rows.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t("twap.label")}>
      {rows.map((row) => (
        <TwapItem key={row.id} row={row} kind={kind} />
      ))}
    </ul>
  )
}

interface TwapItemProps {
  row: TwapRow
  kind: TradedKind
}

function TwapItem({ row, kind }: TwapItemProps) {
  const { t, i18n } = useTranslation("trade")
  const [isBusy, setBusy] = useState(false)
  const { base } = currenciesOf(row.instrument)
  const percent = twapPercent(row)
  const id = String(row.id)
  const act = async (what: "pause" | "resume" | "end") => {
    setBusy(true)
    const answer = await call(changeTwap, { id: row.id, act: what })
    setBusy(false)
    if (!answer.ok) showToast("failure", answer.failure.text)
  }
  return (
    <li className={styles.item} data-twap={row.id}>
      <div className={styles.words}>
        <span className={styles.head}>
          <span>{t("groups.twap")}</span>
          <SideName side={row.side} />
          <Pair of={{ kind, instrument: row.instrument }} />
        </span>
        <span>
          <OwnAmount text={row.executed} currency={base} />
          {" / "}
          <OwnAmount text={row.quantity} currency={base} />
          {` ${base}, ${formatNumber(percent, i18n.language)}\u202f%`}
        </span>
        <span className={styles.state}>{stateText(row, t, i18n.language)}</span>
        <ProgressBar
          className={styles.bar}
          max={100}
          value={percent}
          aria-label={t("twap.progress", { id })}
        />
      </div>
      <div className={styles.actions}>
        {row.status === "ended" ? null : (
          <Button
            aria-label={t(row.status === "paused" ? "twap.resumeOf" : "twap.pauseOf", { id })}
            isBusy={isBusy}
            onClick={() => void act(row.status === "paused" ? "resume" : "pause")}
          >
            {t(row.status === "paused" ? "twap.resume" : "twap.pause")}
          </Button>
        )}
        <Button
          aria-label={t(row.status === "ended" ? "twap.dismissOf" : "twap.endOf", { id })}
          isBusy={isBusy}
          onClick={() => void act("end")}
        >
          {t(row.status === "ended" ? "twap.dismiss" : "twap.end")}
        </Button>
      </div>
    </li>
  )
}

function stateText(
  row: TwapRow,
  t: ReturnType<typeof useTranslation<"trade">>["t"],
  language: string,
): string {
  const missed = row.missed > 0 ? ` ${t("twap.missed", { number: formatNumber(row.missed, language) })}` : ""
  if (row.status === "ended") return t(`twap.reason.${endOf(row.end)}`) + missed
  if (row.status === "paused") return t("twap.paused") + missed
  const left = formatNumber(row.slicesLeft, language)
  return t("twap.next", { time: clockText(row.next), left }) + missed
}

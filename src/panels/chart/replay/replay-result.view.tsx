/** What a replay came to: figures, the curve of its worth, and its trades. */

import { useTranslation } from "react-i18next"
import { replayResult } from "#core/bar-replay/replay-result.ts"
import { formatSteps } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { momentText } from "../../../text/moments.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Button } from "../../../ui/button.tsx"
import { Sheet } from "../../../ui/sheet.tsx"
import { SmallTable } from "../../../ui/small-table.tsx"
import { Sparkline } from "../../../ui/sparkline.tsx"
import type { ChartText } from "../chart-text.ts"
import { PracticeSum } from "./practice-sum.view.tsx"
import styles from "./replay-result.module.css"
import type { ReplaySession } from "./replay-session.ts"

interface ReplayResultProps {
  market: TradedMarket
  session: ReplaySession
  text: ChartText
  /** Back to the replay. */
  onClose: () => void
  /** Back to the live market. */
  onLive: () => void
}

const CURVE_POINTS = 600

export function ReplayResultSheet(props: ReplayResultProps) {
  const { market, session, text, onClose, onLive } = props
  const { t } = useTranslation("replay")
  const { account, last } = session
  const result = replayResult(account, last)
  const rate = (value: bigint) => text.percent(Number(value) / 1e8)
  const sum = (units: bigint, isSigned = true) => (
    <>
      <PracticeSum units={units} currency={market.quote} isSigned={isSigned} /> {market.quote}
    </>
  )
  const points = Float32Array.from(
    account.worth.thinned(CURVE_POINTS),
    ({ equity }) => Number(equity / 10n ** 8n) / 1e8,
  )
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("result.title")}
      className={styles.sheet}
      footer={
        <div className={styles.answers}>
          <Button tone="outline" onClick={onClose}>
            {t("result.goOn")}
          </Button>
          <Button tone="accent" onClick={onLive}>
            {t("live")}
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        <Sparkline
          points={points}
          sign={result.net > 0n ? 1 : result.net < 0n ? -1 : 0}
          width={CURVE_POINTS}
          height={120}
          className={styles.curve}
        />
        <dl className={styles.figures}>
          <dt>{t("result.net")}</dt>
          <dd>
            {sum(result.net)} ({rate(result.netRate)})
          </dd>
          <dt>{t("result.realised")}</dt>
          <dd>{sum(result.realised)}</dd>
          <dt>{t("result.open")}</dt>
          <dd>{sum(result.open)}</dd>
          <dt>{t("result.fees")}</dt>
          <dd>{sum(result.fees, false)}</dd>
          <dt>{t("result.drawdown")}</dt>
          <dd>
            {sum(result.drawdown, false)} ({rate(-result.drawdownRate)})
          </dd>
          <dt>{t("result.winRate")}</dt>
          <dd>
            {result.winRate === undefined ? "–" : t("result.won", { won: result.won, trades: result.trades })}
          </dd>
        </dl>
        <p className={styles.note}>{t("result.note")}</p>
        <Trades {...{ market, session, text }} />
      </div>
    </Sheet>
  )
}

function Trades({ market, session, text }: Pick<ReplayResultProps, "market" | "session" | "text">) {
  const { t, i18n } = useTranslation("replay")
  const { trades } = session.account.money
  const { lot } = session.plan.terms
  if (trades.length === 0) return <p className={styles.note}>{t("result.none")}</p>
  const price = (units: bigint) => text.price(Number(units) / 1e8)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keys
    <section className={styles.trades} aria-label={t("result.trades")} tabIndex={0}>
      <SmallTable rows="roomy">
        <thead>
          <tr>
            <th scope="col">{t("result.trade")}</th>
            <th scope="col">{t("result.prices")}</th>
            <th scope="col">{t("result.fees")}</th>
            <th scope="col">{t("result.net")}</th>
          </tr>
        </thead>
        <tbody>
          {[...trades].reverse().map((trade) => (
            <tr key={`${trade.openedAt} ${trade.closedAt} ${trade.entry}`}>
              <th
                scope="row"
                title={`${momentText(trade.openedAt, i18n.language)} – ${momentText(trade.closedAt, i18n.language)}`}
              >
                {t(trade.side === "long" ? "account.long" : "account.short")}{" "}
                {formatDecimal(formatSteps(trade.lots, lot), i18n.language)}
                <br />
                <small>{text.moment(trade.closedAt)}</small>
              </th>
              <td>
                {price(trade.entry)}
                <br />
                {price(trade.exit)}
              </td>
              <td>
                <PracticeSum units={trade.fees} currency={market.quote} />
              </td>
              <td>
                <PracticeSum units={trade.realised - trade.fees} currency={market.quote} isSigned />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}

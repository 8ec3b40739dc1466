/** The practice account while it is played: what it is worth, its position, its open orders, and what happened last. */

import { useTranslation } from "react-i18next"
import { replayResult } from "#core/bar-replay/replay-result.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { formatSteps } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Button } from "../../../ui/button.tsx"
import { X } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import type { ChartText } from "../chart-text.ts"
import { PracticeSum } from "./practice-sum.view.tsx"
import type { ReplaySession } from "./replay-session.ts"
import styles from "./replay-stage.module.css"

interface PracticeStateProps {
  market: TradedMarket
  session: ReplaySession
  text: ChartText
}

const amountOf = (fine: bigint) => divideNearest(fine, UNITS_PER_COIN)

export function PracticeState({ market, session, text }: PracticeStateProps) {
  const { t } = useTranslation("replay")
  const { account, last } = session
  const { money } = account
  const result = replayResult(account, last)
  const free = money.available(last) - account.heldByOrders(last)
  const { quote } = market
  return (
    <section className={styles.state} aria-label={t("account.title")}>
      <dl className={styles.figures}>
        <dt>{t("account.equity")}</dt>
        <dd>
          <PracticeSum units={amountOf(money.equity(last))} currency={quote} /> {quote}
        </dd>
        <dt>{t("account.free")}</dt>
        <dd>
          <PracticeSum units={amountOf(free > 0n ? free : 0n)} currency={quote} /> {quote}
        </dd>
        <dt>{t("result.net")}</dt>
        <dd>
          <PracticeSum units={result.net} currency={quote} isSigned /> (
          {text.percent(Number(result.netRate) / 1e8)})
        </dd>
        <dt>{t("result.fees")}</dt>
        <dd>
          <PracticeSum units={money.fees} currency={quote} /> {quote}
        </dd>
      </dl>
      <Held {...{ market, session, text }} />
      <Orders {...{ market, session }} />
      <p className={styles.news} role="status">
        <LastFill {...{ market, session }} />
      </p>
    </section>
  )
}

function Held({ market, session, text }: PracticeStateProps) {
  const { t, i18n } = useTranslation("replay")
  const { money } = session.account
  const lots = money.heldLots
  if (lots === 0) return <p className={styles.hint}>{t("account.flat")}</p>
  const { lot } = session.plan.terms
  const close = () =>
    session.place({
      side: lots > 0 ? "sell" : "buy",
      kind: "market",
      lots: Math.abs(lots),
      ticks: 0,
      isCloseOnly: true,
    })
  const quantity = formatDecimal(formatSteps(Math.abs(lots), lot), i18n.language)
  return (
    <div className={styles.held}>
      <span>
        <strong className={lots > 0 ? styles.long : styles.short}>
          {t(lots > 0 ? "account.long" : "account.short")}
        </strong>{" "}
        {quantity} {market.base}
        <br />
        {t("account.entry", { price: text.price(Number(money.entry() ?? 0n) / 1e8) })}
        {" · "}
        <PracticeSum units={amountOf(money.unrealised(session.last))} currency={market.quote} isSigned />{" "}
        {market.quote}
      </span>
      <Button tone="outline" onClick={close}>
        {t("account.close")}
      </Button>
    </div>
  )
}

function Orders({ market, session }: Omit<PracticeStateProps, "text">) {
  const { t, i18n } = useTranslation("replay")
  const { lot, tick } = session.plan.terms
  const { orders } = session.account
  if (orders.length === 0) return null
  return (
    <ul className={styles.orders} aria-label={t("account.orders")}>
      {orders.map((order) => {
        const quantity = formatDecimal(formatSteps(order.lots, lot), i18n.language)
        const price = formatDecimal(formatSteps(order.ticks, tick), i18n.language)
        const name = t(`order.${order.side}.${order.kind}`, { quantity, base: market.base, price })
        return (
          <li key={order.id}>
            <span>{name}</span>
            <IconButton
              glyph={X}
              size={16}
              label={t("account.cancel", { order: name })}
              onClick={() => session.cancel(order.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The newest fill, or the order that was dropped after it. */
function LastFill({ market, session }: Omit<PracticeStateProps, "text">) {
  const { t, i18n } = useTranslation("replay")
  const { lot, tick } = session.plan.terms
  const { money, dropped, newest } = session.account
  const fill = money.fills.at(-1)
  const lost = dropped.at(-1)
  if (newest === "dropped" && lost) return t("account.dropped", { why: t(`refusal.${lost.reason}`) })
  if (!fill) return null
  const quantity = formatDecimal(formatSteps(fill.lots, lot), i18n.language)
  const price = formatDecimal(formatSteps(fill.ticks, tick), i18n.language)
  const key = fill.by === "liquidation" ? "fill.liquidation" : `fill.${fill.side}`
  return t(key, { quantity, base: market.base, price })
}

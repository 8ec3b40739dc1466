/** How is one figure of an own order or fill shown, in a table's cell or on a card? */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { SpotOrder } from "#core/wire/trading.ts"
import { copyAndSay } from "../../app/copy-and-say.ts"
import { OwnAmount } from "../../app/own-amount.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { priceFigure } from "../../text/price-figure.ts"
import { rowMoment } from "../../text/row-moment.ts"
import { Copy, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./cells.module.css"
import { currenciesOf, filledPercent, pairName } from "./order-rows.model.ts"

/** Written once when the row is drawn: a row of today stays one until the list is opened anew. */
export const Moment = memo(function Moment({ time }: { time: number }) {
  const { i18n } = useTranslation()
  return <>{rowMoment(time, Date.now(), i18n.language)}</>
})

export const Pair = memo(function Pair({ instrument }: { instrument: string }) {
  return (
    <ScreenLink to="/pages/spot/trade" search={{ symbol: instrument }} className={styles.pair}>
      {pairName(instrument)}
    </ScreenLink>
  )
})

export const SideName = memo(function SideName({ side }: { side: "buy" | "sell" }) {
  const { t } = useTranslation("trade")
  return <span className={styles[side]}>{t(`orders.${side}`)}</span>
})

/** A wire price; empty or undefined is none, an en dash. */
export const Price = memo(function Price({ text }: { text: string | undefined }) {
  const { i18n } = useTranslation()
  return <PriceText text={text ? priceFigure(text, i18n.language) : null} />
})

/** `Limit`, `Stop-limit` with its stop below it; with what is unusual about it: IOC, FOK, post-only. */
export const OrderKind = memo(function OrderKind({ order }: { order: SpotOrder }) {
  const { t, i18n } = useTranslation("trade")
  const { type, timeInForce, postOnly, stopPrice } = order
  // What every exchange calls them by, in every language.
  const rule = type !== "market" && timeInForce !== "gtc" ? timeInForce.toUpperCase() : undefined
  return (
    <span className={styles.stack}>
      <span>
        {t(`orders.type.${type}`)}
        {rule ? ` ${rule}` : ""}
      </span>
      {postOnly ? <span className={styles.second}>{t("orders.postOnly")}</span> : null}
      {stopPrice === "" ? null : (
        <span className={styles.second}>
          {t("orders.stopAt", { price: priceFigure(stopPrice, i18n.language).replace(/\{(\d+)\}/, zeros) })}
        </span>
      )}
    </span>
  )
})

/** A count of zeros within a sentence, where no element can go. */
const zeros = (_: string, count: string) => "0".repeat(Number(count))

/** `0.0000 / 0.0500`: what has filled is dim, the whole is not. Of an order by budget in the quote currency. */
export const Filled = memo(function Filled({ order }: { order: SpotOrder }) {
  const isBudget = order.quantity === ""
  return (
    <span title={`${filledPercent(order)} %`}>
      <span className={styles.dim}>
        <OwnAmount text={isBudget ? order.executedQuote : order.executed} />
        {" / "}
      </span>
      {isBudget ? (
        <OwnAmount text={order.budget} unit={currenciesOf(order.instrument).quote} />
      ) : (
        <OwnAmount text={order.quantity} />
      )}
    </span>
  )
})

/** With why it ended, where there is something to say: under it in a card, as its title in a table. */
export const StatusName = memo(function StatusName({ order }: { order: SpotOrder }) {
  const { t, i18n } = useTranslation("trade")
  const { reason } = order
  // By amount as much was bought as whole steps allow: to its owner that order is filled.
  const status = order.status === "expired" && reason === "BUDGET" ? "filled" : order.status
  const key = `trade:orders.reason.${reason}`
  const why = reason !== "" && i18n.exists(key) ? i18n.t(key) : undefined
  const percent = filledPercent(order)
  const isPart = order.status !== "filled" && percent > 0
  return (
    <span
      title={why ?? t(`orders.status.${status}`)}
      className={styles[status === "filled" ? "good" : status === "rejected" ? "bad" : "plain"]}
    >
      {t(`orders.status.${status}`)}
      {isPart ? ` ${percent}\u202f%` : ""}
    </span>
  )
})

export const OrderNumber = memo(function OrderNumber({ id }: { id: number }) {
  const { t } = useTranslation("trade")
  return (
    <button
      type="button"
      className={styles.number}
      title={t("orders.copyOf", { id: String(id) })}
      aria-label={t("orders.copyOf", { id: String(id) })}
      onClick={() => void copyAndSay(String(id))}
    >
      {id}
      <Icon glyph={Copy} size={12} />
    </button>
  )
})

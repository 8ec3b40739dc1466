/** The figures of an order or fill, in a table's cell or on a card. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { isMarketType, isOpen } from "#core/order/order-status.ts"
import type { PerpetualOrder } from "#core/wire/contract.ts"
import { cancelGroup } from "#core/wire/order-group-calls.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { TRADE_PLACES } from "../../places/trade-address.ts"
import { choices, chosenZone } from "../../stores/choices-store.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { distancePercent } from "../../text/distance-percent.ts"
import { marketTitle } from "../../text/market-title.ts"
import { fullMoment } from "../../text/moments.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { priceFigure } from "../../text/price-figure.ts"
import { classNames } from "../../ui/class-names.ts"
import { Copy, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import reach from "../../ui/reach.module.css"
import { showToast } from "../../ui/toaster.ts"
import styles from "./cells.module.css"
import { budgetOf, currenciesOf, filledPercent, untilText } from "./order-rows.model.ts"

export const Pair = memo(function Pair({ of }: { of: Pick<OwnOrder, "kind" | "instrument"> }) {
  return (
    <ScreenLink to={TRADE_PLACES[of.kind]} search={{ symbol: of.instrument }} className={styles.pair}>
      {marketTitle(of.instrument)}
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

/** `Limit`, `Stop-limit` with its stop below it, `Trailing stop` with its distance and where it stands; with what is unusual about it: IOC, FOK, post-only. */
export const OrderKind = memo(function OrderKind({ order }: { order: OwnOrder }) {
  const { t, i18n } = useTranslation("trade")
  const { type, timeInForce, expiresAt, postOnly, stopPrice, distance, trailingPrice } = order
  const priced = (price: string) => pricePlain(price, i18n.language)
  // Once a trailing stop follows, where it began is of the past.
  const begins = trailingPrice === "" && distance !== "" && order.status === "waiting"
  // What every exchange calls them by, in every language.
  const rule =
    expiresAt > 0
      ? "GTT"
      : !isMarketType(type) && timeInForce !== "gtc"
        ? timeInForce.toUpperCase()
        : undefined
  return (
    <span className={styles.stack}>
      <span>
        {t(`orders.type.${type}`)}
        {rule ? ` ${rule}` : ""}
      </span>
      {order.groupKind === "" ? null : <OfGroup order={order} />}
      {order.shownQuantity === "" ? null : (
        <span className={styles.second}>
          {t("orders.shown", { amount: formatDecimal(order.shownQuantity, i18n.language) })}
        </span>
      )}
      {expiresAt > 0 ? <GoodTill time={expiresAt} /> : null}
      {distance === "" ? null : (
        <span className={styles.second}>{distancePercent(distance, i18n.language)}</span>
      )}
      {postOnly ? <span className={styles.second}>{t("orders.postOnly")}</span> : null}
      {order.kind === "perpetual" ? <OfPosition order={order} /> : null}
      {order.kind === "perpetual" ? <OrderTargets order={order} /> : null}
      {trailingPrice === "" ? null : (
        <span className={styles.second}>{t("orders.stopAt", { price: priced(trailingPrice) })}</span>
      )}
      {stopPrice === "" || (distance !== "" && !begins) ? null : (
        <span className={styles.second}>
          {t(begins ? "orders.beginsAt" : "orders.stopAt", { price: priced(stopPrice) })}
        </span>
      )}
    </span>
  )
})

/** What it was placed with (S16, S17); of open orders a press offers to cancel all of the group. */
function OfGroup({ order: { group, groupKind, status } }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  if (groupKind === "") return null
  const name = t(`groups.${groupKind}`)
  if (!isOpen({ status })) return <span className={styles.second}>{name}</span>
  return (
    <button
      type="button"
      className={`${styles.second} ${styles.group}`}
      aria-label={t("groups.cancelOf", { name })}
      title={t("groups.cancelOf", { name })}
      onClick={() =>
        showToast("info", t("groups.ask", { name }), {
          label: t("groups.cancelAll"),
          run: () => void cancelWhole(group),
        })
      }
    >
      {name}
    </button>
  )
}

async function cancelWhole(group: number): Promise<void> {
  const answer = await call(cancelGroup, { group })
  if (!answer.ok) showToast("failure", answer.failure.text)
}

/** S14: in a card as in a table, with its year and zone in the title. */
function GoodTill({ time }: { time: number }) {
  const { t, i18n } = useTranslation("trade")
  chosenZone(useSnapshot(choices).all)
  return (
    <time
      className={styles.second}
      dateTime={new Date(time).toISOString()}
      title={fullMoment(time, i18n.language)}
    >
      {t("orders.until", { time: untilText(time, i18n.language) })}
    </time>
  )
}

/** What an order of a contract says of the position: that it only lessens it, and in hedge mode which it is for. */
function OfPosition({ order: { reduceOnly, closePosition, positionSide } }: { order: PerpetualOrder }) {
  const { t } = useTranslation("perpetual")
  return (
    <>
      {positionSide === "" ? null : <span className={styles.second}>{t(positionSide)}</span>}
      {reduceOnly && !closePosition ? <span className={styles.second}>{t("reduceOnly")}</span> : null}
    </>
  )
}

/** P23: take-profit and stop-loss that the position will have from it; nothing where neither is set. */
function OrderTargets({ order }: { order: PerpetualOrder }) {
  const { t, i18n } = useTranslation("perpetual")
  return (["takeProfit", "stopLoss"] as const).map((name) => {
    const target = order[name]
    return target ? (
      <span key={name} className={styles.second}>
        {`${t(`targets.tag.${name}`)}\u00a0${pricePlain(target.price, i18n.language)}`}
      </span>
    ) : null
  })
}

/** A price within a sentence, where no element can go: its zeros are written out. */
const pricePlain = (price: string, language: string): string =>
  priceFigure(price, language).replace(/\{(\d+)\}/, (_, count: string) => "0".repeat(Number(count)))

/** `0.0000 / 0.0500 BTC`: what has filled is dim, the whole is not. Of an order by budget in the quote currency. */
export const Filled = memo(function Filled({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("perpetual")
  const isBudget = order.quantity === ""
  if (order.kind === "perpetual" && order.closePosition && order.status === "waiting")
    return <span>{t("closePosition.whole")}</span>
  const { base, quote } = currenciesOf(order.instrument)
  return (
    <span title={`${filledPercent(order)} %`}>
      <span className={styles.dim}>
        <OwnAmount
          text={isBudget ? order.executedQuote : order.executed}
          currency={isBudget ? quote : base}
        />
        {" / "}
      </span>
      {isBudget ? (
        <OwnAmount text={budgetOf(order)} unit={quote} />
      ) : (
        <OwnAmount text={order.quantity} unit={base} />
      )}
    </span>
  )
})

/** With why it ended, where there is something to say: under it in a card, as its title in a table. */
export const StatusName = memo(function StatusName({ order }: { order: OwnOrder }) {
  const { t, i18n } = useTranslation("trade")
  const { reason } = order
  // By amount as much was bought as whole steps allow: to its owner that order is filled.
  const status = order.status === "expired" && reason === "BUDGET" ? "filled" : order.status
  const key = `trade:orders.reason.${reason}`
  const why = reason !== "" && i18n.exists(key) ? i18n.t(key) : undefined
  const percent = filledPercent(order)
  const isPart = status !== "filled" && percent > 0
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
      className={classNames(reach.reach, styles.number)}
      title={t("orders.copyOf", { id: String(id) })}
      aria-label={t("orders.copyOf", { id: String(id) })}
      onClick={() => void copyAndSay(String(id))}
    >
      {id}
      <Icon glyph={Copy} size={12} />
    </button>
  )
})

/** The sums of the spot ticket. Available with the way to transfer, the fee at most, and the total. */

import { useTranslation } from "react-i18next"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { PracticeOffer } from "../../amounts/practice-offer.tsx"
import { TransferButton } from "../../amounts/transfer-button.tsx"
import styles from "../../ticket/ticket.module.css"
import { previewMoney, rateText } from "../../ticket/ticket-words.ts"
import { feeMoney } from "./fee-money.ts"
import type { SpotTicketState } from "./use-ticket.ts"

interface TicketSumsProps {
  state: SpotTicketState
  isTight: boolean
}

export function TicketSums({ state, isTight }: TicketSumsProps) {
  const { t, i18n } = useTranslation("trade")
  const { form, market, draft, available, hasFees, input } = state
  const currency = form.side === "buy" ? market.quote : market.base
  const { preview, order } = draft
  const money = (sum: { amount: bigint; currency: string } | undefined) =>
    preview && sum && sum.amount > 0n ? previewMoney(preview, sum, market, i18n.language) : "–"
  const isMarket = order.orderType === "market"
  const isTrailing = order.orderType === "trailing-stop"
  const rate = preview?.rate ?? (input.fees.taker > input.fees.maker ? input.fees.taker : input.fees.maker)
  const fee =
    hasFees && preview && preview.fee.amount > 0n ? feeMoney(preview.fee, market, i18n.language) : "–"
  const total = {
    pay: money(isTrailing ? preview?.hold : preview?.pays),
    get: hasFees ? money(preview?.gets) : "–",
  }
  if (isTight)
    return (
      <p className={styles.oneLine}>
        <span>
          {t("ticket.free")} <OwnAmount text={available} currency={currency} />
        </span>
        <span>
          {t("ticket.fee")} {fee}
        </span>
        <span>{form.side === "buy" ? total.pay : total.get}</span>
      </p>
    )
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("ticket.available")}</dt>
        <dd>
          <OwnAmount text={available} unit={currency} />{" "}
          <PracticeOffer available={available} currency={currency} className={styles.transfer}>
            <TransferButton to="funding" currency={currency} className={styles.transfer} />
          </PracticeOffer>
        </dd>
      </div>
      <div>
        <dt>{hasFees ? t("ticket.feeMost", { rate: rateText(rate, i18n.language) }) : t("ticket.fee")}</dt>
        <dd>{fee}</dd>
      </div>
      {form.side === "buy" ? (
        <div className={styles.tall}>
          <dt>{t(isMarket ? "ticket.payAbout" : "ticket.payMost")}</dt>
          <dd className={styles.strong}>{total.pay}</dd>
        </div>
      ) : null}
      <div className={form.side === "buy" ? styles.tall : undefined}>
        <dt>{t(isMarket || isTrailing ? "ticket.getAbout" : "ticket.getLeast")}</dt>
        <dd className={form.side === "buy" ? undefined : styles.strong}>{total.get}</dd>
      </div>
    </dl>
  )
}

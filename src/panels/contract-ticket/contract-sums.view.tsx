/** What an order would cost and bring about, once as a buy and once as a sell, each above its button. */

import { useTranslation } from "react-i18next"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { PracticeOffer } from "../../amounts/practice-offer.tsx"
import { TransferButton } from "../../amounts/transfer-button.tsx"
import type { Side } from "../../stores/ticket-store.ts"
import { priceFigure } from "../../text/price-figure.ts"
import styles from "../../ticket/ticket.module.css"
import { Note } from "../../ui/note.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { useTicketHere } from "./contract-scope.view.tsx"
import { TargetSums } from "./contract-targets.view.tsx"
import own from "./contract-ticket.module.css"
import { liquidationOf } from "./estimated-liquidation.ts"

/** Free margin, and the way to more. */
export function FreeMargin() {
  const { t } = useTranslation("perpetual")
  const { both, market } = useTicketHere()
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("trade:ticket.available")}</dt>
        <dd>
          <OwnAmount text={both.available} unit={market.quote} />{" "}
          <PracticeOffer available={both.available} currency={market.quote} className={styles.transfer}>
            <TransferButton to="contract" currency={market.quote} className={styles.transfer} />
          </PracticeOffer>
        </dd>
      </div>
    </dl>
  )
}

/** @param isShort a phone has room for two rows; all of them are told before sending */
export function ContractSums({ isShort = false }: { isShort?: boolean }) {
  const { estimateFailure } = useTicketHere()
  return (
    <>
      <div className={own.pair}>
        <SideSums side="buy" isShort={isShort} />
        <SideSums side="sell" isShort={isShort} />
      </div>
      {estimateFailure === undefined ? null : <Note tone="warn">{estimateFailure}</Note>}
    </>
  )
}

function SideSums({ side, isShort }: { side: Side; isShort: boolean }) {
  const { t, i18n } = useTranslation("perpetual")
  const { sides, market } = useTicketHere()
  const { estimate } = sides[side]
  const liquidation = liquidationOf(sides[side])
  const { quote } = market
  return (
    <dl className={`${styles.sums} ${own.sums}`}>
      <div>
        <dt>{t("ticket.cost")}</dt>
        <dd>
          <OwnAmount text={estimate?.cost} currency={quote} isCost />
        </dd>
      </div>
      {isShort ? null : (
        <div>
          <dt>{t("trade:ticket.fee")}</dt>
          <dd>
            <OwnAmount text={estimate?.fee} currency={quote} isCost />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("ticket.liquidation")}</dt>
        <dd>
          {liquidation === "" ? (
            t("ticket.noLiquidation")
          ) : (
            <PriceText text={liquidation === undefined ? null : priceFigure(liquidation, i18n.language)} />
          )}
        </dd>
      </div>
      {isShort ? null : (
        <div>
          <dt>{t("ticket.freeAfter")}</dt>
          <dd>
            <OwnAmount text={estimate?.freeAfter} currency={quote} />
          </dd>
        </div>
      )}
      <TargetSums side={side} isShort={isShort} />
    </dl>
  )
}

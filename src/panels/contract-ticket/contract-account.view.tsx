/** The contract account, below the ticket on a desk: its cash, how it stands at the marks, and what the next funding brings. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { TransferButton } from "../../amounts/transfer-button.tsx"
import { CountedDown } from "../../lists/time-left.tsx"
import { account, balanceOf } from "../../stores/account-store.ts"
import { contractAccount, positionCellsOf } from "../../stores/contracts-store.ts"
import styles from "../../ticket/ticket.module.css"
import own from "./contract-ticket.module.css"

/** Memoised: the ticket around it is drawn anew with every change of the book. */
export const ContractAccount = memo(function ContractAccount({ quote }: { quote: string }) {
  const { t } = useTranslation("perpetual")
  const { isKnown, positions } = useSnapshot(account)
  const { available } = useSnapshot(balanceOf("contract", quote))
  return (
    <>
      <section className={own.account} aria-labelledby="contract-account">
        <div className={own.accountHead}>
          <h2 id="contract-account">{t("account.title")}</h2>
          <TransferButton to="contract" currency={quote} className={styles.transfer} />
        </div>
        <dl className={styles.sums}>
          <div>
            <dt>{t("account.cash")}</dt>
            <dd>
              <OwnAmount text={isKnown ? available : null} unit={quote} />
            </dd>
          </div>
          <AtTheMarks quote={quote} />
        </dl>
      </section>
      {positions.length > 0 ? (
        <section className={own.account} aria-labelledby="next-funding">
          <div className={own.accountHead}>
            <h2 id="next-funding">{t("nextFunding.title")}</h2>
          </div>
          <dl className={styles.sums}>
            {(positions as readonly Position[]).map((position) => (
              <FundingOf key={position.id} position={position} quote={quote} />
            ))}
          </dl>
        </section>
      ) : null}
    </>
  )
})

/** Of its own: a mark draws these anew, nothing around them. */
function AtTheMarks({ quote }: { quote: string }) {
  const { t } = useTranslation("positions")
  const { cells } = useSnapshot(contractAccount)
  return (
    <>
      <div>
        <dt>{t("meter.equity")}</dt>
        <dd>
          <OwnAmount text={cells?.equity} unit={quote} />
        </dd>
      </div>
      <div>
        <dt>{t("meter.unrealised")}</dt>
        <dd>
          <OwnAmount text={cells?.unrealised} unit={quote} isSigned />
        </dd>
      </div>
      <div>
        <dt>{t("meter.used")}</dt>
        <dd>
          <OwnAmount text={cells?.used} unit={quote} />
        </dd>
      </div>
    </>
  )
}

/** P5: what it comes to if mark and rate stay, and how long until then. */
function FundingOf({ position, quote }: { position: Position; quote: string }) {
  const { t } = useTranslation("perpetual")
  const { funding, nextFunding } = useSnapshot(positionCellsOf(position.id))
  const contract = position.instrument.split("_")[0] ?? ""
  const side = t(position.side === "long" ? "positions:side.long" : "positions:side.short")
  const name = funding?.startsWith("-") ? "nextFunding.pays" : "nextFunding.gets"
  return (
    <div>
      <dt>
        {t(name, { contract, side })}
        {nextFunding === null ? null : (
          <span className={own.left}>
            <CountedDown to={nextFunding} />
          </span>
        )}
      </dt>
      <dd>
        <OwnAmount text={funding} unit={quote} isSigned />
      </dd>
    </div>
  )
}

/** What exactly was this movement? Everything that the bill knows of one line. */

import { useTranslation } from "react-i18next"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import type { BillRow } from "#core/wire/asset-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { TRADE_PLACES } from "../../places/trade-address.ts"
import { marketTitle } from "../../text/market-title.ts"
import { fullMoment } from "../../text/moments.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { numberedOf } from "./bill.model.ts"
import styles from "./bill-detail.module.css"
import { SignedAmount, useKindText } from "./bill-row.view.tsx"

interface BillDetailProps {
  /** Kept while it closes. */
  row: BillRow | undefined
  isOpen: boolean
  onClose: () => void
}

export function BillDetail({ row, isOpen, onClose }: BillDetailProps) {
  const { t, i18n } = useTranslation("assets")
  const kindText = useKindText()
  if (!row) return null
  const numbered = numberedOf(row)
  const lines = [
    { name: "time", value: fullMoment(row.time, i18n.language) },
    { name: "account", value: t(`wallet.${row.wallet}`) },
    { name: "market", value: marketTitle(row.instrument) },
    { name: "after", value: <OwnAmount text={row.balance} unit={row.currency} isExact /> },
    {
      name: "reference",
      value: numbered ? t(`bill.${numbered.kind}`, { number: numbered.number }) : row.reference,
    },
    { name: "number", value: row.id },
  ].filter(({ value }) => value !== "")
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={kindText({ ...row, instrument: "" })}
      footer={
        row.instrument ? (
          <ScreenLink
            to={TRADE_PLACES[marketKindOf(row.instrument)]}
            search={{ symbol: row.instrument }}
            className={buttonClass({ tone: "plain", isBlock: true })}
          >
            {t("bill.toMarket", { pair: marketTitle(row.instrument) })}
          </ScreenLink>
        ) : undefined
      }
    >
      <p className={styles.amount}>
        <SignedAmount row={row} />
      </p>
      <dl className={styles.lines}>
        {lines.map(({ name, value }) => (
          <div key={name} className={styles.line}>
            <dt>{t(`bill.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.what}>{t("bill.frozenIsNone")}</p>
    </Sheet>
  )
}

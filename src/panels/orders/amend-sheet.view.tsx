/** Amending an order on a phone. Price and amount in a sheet; what it does is said before it is sent. */

import { useTranslation } from "react-i18next"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { Button } from "../../ui/button.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./amend-sheet.module.css"
import { currenciesOf } from "./order-rows.model.ts"
import { endAmend, useAmend } from "./use-amend.ts"

export function AmendSheet({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  const { draft, change, step, judgement, fault, effect, isBusy, send } = useAmend(order)
  const { base, quote } = currenciesOf(order.instrument)
  const stateOf = (field: "price" | "quantity") =>
    judgement.problem?.field === field ? ("refused" as const) : ("normal" as const)
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : endAmend())}
      title={`${t(`orders.${order.side}`)} ${marketTitle(order.instrument)}`}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!judgement.wanted}
          onClick={send}
        >
          {t("orders.change")}
        </Button>
      }
    >
      <div className={styles.form}>
        <NumberField
          label={t("orders.column.price")}
          unit={quote}
          value={draft.price}
          onChange={(text) => change("price", text)}
          onStep={(steps) => step("price", steps)}
          state={stateOf("price")}
        />
        <NumberField
          label={t("orders.column.amount")}
          unit={base}
          value={draft.quantity}
          onChange={(text) => change("quantity", text)}
          onStep={(steps) => step("quantity", steps)}
          state={stateOf("quantity")}
        />
        <p className={styles.total}>
          <span>{t("orders.column.total")}</span>
          <OwnAmount text={judgement.total} unit={quote} />
        </p>
        <p className={fault ? styles.fault : styles.note} role={fault ? "alert" : "status"}>
          {fault ?? effect}
        </p>
      </div>
    </Sheet>
  )
}

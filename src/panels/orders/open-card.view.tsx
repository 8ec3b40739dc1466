/** One open order on a phone: what it is in three lines, and its two actions under the thumb. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { isOpen } from "#core/order/order-status.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { cancelOne, orderActions } from "../../order-news/order-actions.ts"
import { Button } from "../../ui/button.tsx"
import { Pencil } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import styles from "./cards.module.css"
import { Filled, OrderKind, OrderNumber, Pair, Price, SideName, StatusName } from "./cells.view.tsx"
import { ActionNote } from "./open-row.view.tsx"
import { currenciesOf, orderTotal } from "./order-rows.model.ts"
import { beginAmend, canAmend } from "./use-amend.ts"

export const OpenCard = memo(function OpenCard({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  const { state } = useSnapshot(orderActions).byId[order.id] ?? {}
  const isBusy = state !== undefined && state !== "said"
  const isStill = isOpen(order)
  const id = String(order.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={styles.item} data-order={order.id} data-ended={!isStill || undefined}>
      <div className={styles.card}>
        <div className={styles.lines}>
          <p className={styles.head}>
            <SideName side={order.side} />
            <Pair of={order} />
            <OrderKind order={order} />
          </p>
          <p className={styles.figures}>
            <span>
              <Price text={order.price} />
            </span>
            <Filled order={order} />
          </p>
          <p className={styles.small}>
            <span>
              <Moment time={order.created} />
            </span>
            <span>
              <OwnAmount text={orderTotal(order)} unit={currenciesOf(order.instrument).quote} />
            </span>
            <OrderNumber id={order.id} />
          </p>
        </div>
        {isStill ? (
          <div className={styles.actions}>
            {canAmend(order) ? (
              <IconButton
                glyph={Pencil}
                label={t("orders.changeOf", { id })}
                disabled={isBusy}
                onClick={() => beginAmend(order)}
              />
            ) : null}
            <Button
              aria-label={t("orders.cancelOf", { id })}
              isBusy={isBusy}
              onClick={() => void cancelOne(order)}
            >
              {t("orders.cancel")}
            </Button>
          </div>
        ) : (
          <StatusName order={order} />
        )}
      </div>
      <ActionNote order={order} />
    </div>
  )
})

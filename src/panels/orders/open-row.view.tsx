/** One open order in the table: what it is, how far it has filled, and what can be done with it. */

import { type KeyboardEvent, memo, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { isOpen } from "#core/order/order-status.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { cancelOne, forgetAction, orderActions } from "../../order-news/order-actions.ts"
import { Button } from "../../ui/button.tsx"
import { Check, Icon, Pencil, X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { Filled, OrderKind, OrderNumber, Pair, Price, SideName, StatusName } from "./cells.view.tsx"
import { currenciesOf, orderTotal } from "./order-rows.model.ts"
import { type CellContents, Cells } from "./table-row.view.tsx"
import styles from "./tables.module.css"
import { beginAmend, canAmend, endAmend, takesFocusBack, useAmend } from "./use-amend.ts"

interface OpenRowProps {
  order: OwnOrder
  isAmending: boolean
}

/** Drawn anew only when its own order changed; of that only the cells that say something else reach the page. */
export const OpenRow = memo(function OpenRow({ order, isAmending }: OpenRowProps) {
  const isStill = isOpen(order)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: rows aren't controls; their buttons are
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list can't be of a table element
    <div role="row" className={styles.item} data-order={order.id} data-ended={!isStill || undefined}>
      <div className={styles.row}>
        {isAmending && isStill ? <AmendCells order={order} /> : <PlainCells order={order} />}
      </div>
      {isAmending && isStill ? <AmendNote order={order} /> : <ActionNote order={order} />}
    </div>
  )
})

/** What an order is; amending it changes none of them. */
const steadyCells = (order: OwnOrder): CellContents => ({
  time: <Moment time={order.created} />,
  market: <Pair of={order} />,
  side: <SideName side={order.side} />,
  type: <OrderKind order={order} />,
  order: <OrderNumber id={order.id} />,
})

function PlainCells({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  const { state } = useSnapshot(orderActions).byId[order.id] ?? {}
  const isBusy = state !== undefined && state !== "said"
  const id = String(order.id)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocusBack(order.id)) change.current?.focus()
  }, [order.id])
  const price =
    isOpen(order) && canAmend(order) ? (
      <button
        ref={change}
        type="button"
        className={styles.change}
        title={t("orders.change")}
        disabled={isBusy}
        onClick={() => beginAmend(order)}
      >
        <VisuallyHidden>{t("orders.changeOf", { id })}</VisuallyHidden>
        <Icon glyph={Pencil} size={12} className={styles.pencil} />
        <Price text={order.price} />
      </button>
    ) : (
      <Price text={order.price} />
    )
  const actions = isOpen(order) ? (
    <Button
      className={styles.cancel}
      aria-label={t("orders.cancelOf", { id })}
      isBusy={isBusy}
      onClick={() => void cancelOne(order)}
    >
      {t("orders.cancel")}
    </Button>
  ) : (
    <StatusName order={order} />
  )
  const filled = <Filled order={order} />
  const total = <OwnAmount text={orderTotal(order)} currency={currenciesOf(order.instrument).quote} />
  return <Cells table="open" contents={{ ...steadyCells(order), price, filled, total, actions }} />
}

function AmendCells({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  const amending = useAmend(order)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") amending.send()
    else if (event.key === "Escape") endAmend()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const field = (name: "price" | "quantity", label: string) => (
    <AmendField {...{ amending, field: name, label, onKeyDown }} isFirst={name === "price"} />
  )
  const contents = {
    ...steadyCells(order),
    price: field("price", t("orders.column.price")),
    filled: field("quantity", t("orders.column.amount")),
    total: <OwnAmount text={amending.judgement.total} currency={currenciesOf(order.instrument).quote} />,
    actions: (
      <>
        <IconButton
          glyph={Check}
          size={16}
          label={t("orders.change")}
          disabled={!amending.judgement.wanted}
          aria-busy={amending.isBusy || undefined}
          onClick={amending.send}
        />
        <IconButton glyph={X} size={16} label={t("orders.putBack")} onClick={endAmend} />
      </>
    ),
  }
  return <Cells table="open" contents={contents} />
}

interface AmendFieldProps {
  amending: ReturnType<typeof useAmend>
  field: "price" | "quantity"
  label: string
  isFirst?: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

/** A number field of the height of a row: arrow keys step it, with shift by ten. */
function AmendField({ amending, field, label, isFirst = false, onKeyDown }: AmendFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) input.current?.select()
  }, [isFirst])
  return (
    <input
      ref={input}
      className={styles.input}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={amending.judgement.problem?.field === field || undefined}
      value={amending.draft[field]}
      onChange={(event) => amending.change(field, event.target.value)}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0
        if (by === 0) return onKeyDown(event)
        event.preventDefault()
        amending.step(field, event.shiftKey ? by * 10 : by)
      }}
    />
  )
}

/** Its line is there for as long as the fields are: nothing moves while one types. */
function AmendNote({ order }: { order: OwnOrder }) {
  const { fault, effect } = useAmend(order)
  return (
    <div className={fault ? styles.fault : styles.note}>
      <OrderNumber id={order.id} />
      <p role={fault ? "alert" : "status"}>{fault ?? effect}</p>
    </div>
  )
}

/** What came of a press, at the row it was made in; it stays until it is read or the order goes on. */
export function ActionNote({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("trade")
  const action = useSnapshot(orderActions).byId[order.id]
  if (!action?.text) return null
  return (
    <p className={action.state === "asking" ? styles.asking : styles.fault} role="alert">
      {action.text}
      {action.state === "said" ? (
        <IconButton
          glyph={X}
          size={16}
          label={t("chart.closeNote")}
          className={styles.closeNote}
          onClick={() => forgetAction(order.id)}
        />
      ) : null}
    </p>
  )
}

/** Scaled orders and icebergs above the open orders: what is left of each, whether it rests or is paused; pause, resume, cancel. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeGroup } from "#core/wire/paused-calls.ts"
import type { OwnOrder, TradedKind } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { ownTrading } from "../../stores/account-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/toaster.ts"
import { Pair, Price, SideName } from "./cells.view.tsx"
import { openRows } from "./order-list.model.ts"
import { currenciesOf } from "./order-rows.model.ts"
import { type Parent, parentsOf, refusalsOf } from "./parents.model.ts"
import styles from "./twap-list.module.css"
import { usePaused } from "./use-paused.ts"

export function ParentList({ kind, instrument }: { kind: TradedKind; instrument: string }) {
  const { t } = useTranslation("trade")
  const { filter } = useSnapshot(ordersView)
  const { orders } = useSnapshot(ownTrading[kind])
  const paused = usePaused(kind, filter.scope === "all" ? undefined : instrument).filter(
    ({ side }) => filter.side === "all" || side === filter.side,
  )
  const parents = parentsOf(openRows(orders as readonly OwnOrder[], filter, instrument), paused)
  if (parents.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t("parents.label")}>
      {parents.map((parent) => (
        <ParentItem key={parent.id} parent={parent} kind={kind} />
      ))}
    </ul>
  )
}

type Act = "pause" | "resume" | "end"

function ParentItem({ parent, kind }: { parent: Parent; kind: TradedKind }) {
  const { t } = useTranslation("trade")
  const [isBusy, setBusy] = useState(false)
  const name = t(`groups.${parent.groupKind}`)
  const act = async (what: Act) => {
    setBusy(true)
    const answer = await call(changeGroup, { group: parent.id, act: what })
    setBusy(false)
    if (!answer.ok) showToast("failure", answer.failure.text)
    else if (what === "resume")
      for (const refusal of refusalsOf(answer.data.orders))
        showToast("failure", t(`parents.refused.${refusal}`))
  }
  const end = () => {
    // Of several a press asks first, as the mark of their group does: what is paused is gone for good as well.
    if (parent.open + parent.paused < 2) return void act("end")
    showToast("info", t("groups.ask", { name }), { label: t("groups.cancelAll"), run: () => void act("end") })
  }
  const values = { name, id: String(parent.id) }
  // The first of them stays the same button as it is pressed, and keeps the focus.
  const first = parent.open > 0 ? "pause" : "resume"
  const button = (what: "pause" | "resume") => (
    <Button aria-label={t(`parents.${what}Of`, values)} isBusy={isBusy} onClick={() => void act(what)}>
      {t(`twap.${what}`)}
    </Button>
  )
  return (
    <li className={styles.item} data-parent={parent.id}>
      <Words parent={parent} kind={kind} />
      <div className={styles.actions}>
        {button(first)}
        {first === "pause" && parent.paused > 0 ? button("resume") : null}
        <Button aria-label={t("parents.endOf", values)} isBusy={isBusy} onClick={end}>
          {t("orders.cancel")}
        </Button>
      </div>
    </li>
  )
}

function Words({ parent, kind }: { parent: Parent; kind: TradedKind }) {
  const { t, i18n } = useTranslation("trade")
  const { base } = currenciesOf(parent.instrument)
  const counted = (number: number) => ({ number: formatNumber(number, i18n.language) })
  return (
    <div className={styles.words}>
      <span className={styles.head}>
        <span>{t(`groups.${parent.groupKind}`)}</span>
        <SideName side={parent.side} />
        <Pair of={{ kind, instrument: parent.instrument }} />
      </span>
      <span>
        {`${t("parents.left")} `}
        <OwnAmount text={parent.left} unit={base} />
      </span>
      <span>
        <Price text={parent.low} />
        {parent.low === parent.high ? null : (
          <>
            {" – "}
            <Price text={parent.high} />
          </>
        )}
      </span>
      {parent.open > 0 ? (
        <span className={styles.state}>{t("parents.open", counted(parent.open))}</span>
      ) : null}
      {parent.paused > 0 ? (
        <span className={styles.state}>
          {`${t("parents.paused", counted(parent.paused))} ${t("parents.free")}`}
        </span>
      ) : null}
      {parent.refusals.map((refusal) => (
        <span key={refusal} className={styles.state}>
          {t(`parents.refused.${refusal}`)}
        </span>
      ))}
    </div>
  )
}

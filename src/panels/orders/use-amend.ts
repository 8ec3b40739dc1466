/** The state of an amendment. The same for the row of a table and for the sheet of a phone. */

import i18next from "i18next"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { amendOne, forgetAction, orderActions } from "../../order-news/order-actions.ts"
import { market } from "../../stores/market-store.ts"
import { problemText } from "../../text/problem-text.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import type { FieldProblem } from "../../ticket/field-reading.ts"
import { type AmendJudgement, judgeAmend, stepTyped } from "./amend.model.ts"
import { amendDraft } from "./amend-draft.ts"

/** Opens the order for typing: its own figures stand in the fields. */
export function beginAmend(order: OwnOrder): void {
  forgetAction(order.id)
  const { language } = i18next
  Object.assign(amendDraft, {
    id: order.id,
    price: fieldText(order.price, language),
    quantity: fieldText(order.quantity, language),
    own: { price: order.price, quantity: order.quantity },
  })
}

/** The order was changed elsewhere, as by its line on the chart: figures that nobody typed over follow it. */
function followOrder(order: OwnOrder): void {
  if (amendDraft.id !== order.id) return
  const { language } = i18next
  for (const field of ["price", "quantity"] as const) {
    const before = amendDraft.own[field]
    if (before === order[field]) continue
    if (amendDraft[field] === fieldText(before, language))
      amendDraft[field] = fieldText(order[field], language)
    amendDraft.own[field] = order[field]
  }
}

export function endAmend(): void {
  amendDraft.closed = amendDraft.id
  amendDraft.id = null
}

/** Whether the focus belongs to this order's button now; asked once. */
export function takesFocusBack(id: number): boolean {
  const isClosed = amendDraft.closed === id
  if (isClosed) amendDraft.closed = null
  return isClosed
}

/** Whether an order has what can be amended: a price and a quantity. A leg of an OCO pair has to stand alone first (S16). */
export const canAmend = (order: OwnOrder): boolean =>
  order.price !== "" &&
  order.quantity !== "" &&
  (order.groupKind !== "oco" || order.status === "partly-filled")

export interface Amending {
  draft: { price: string; quantity: string }
  change: (field: "price" | "quantity", text: string) => void
  step: (field: "price" | "quantity", steps: number) => void
  /** Of what is typed: whether it can be sent, and what it does. */
  judgement: AmendJudgement
  /** What is wrong with what is typed, or why the server refused. */
  fault: string | undefined
  /** What it does, in words; empty while something is wrong. */
  effect: string
  isBusy: boolean
  /** Sends it; nothing while something is wrong. Closes the form once it is taken. */
  send: () => void
}

export function useAmend(order: OwnOrder): Amending {
  const { t, i18n } = useTranslation("trade")
  const { price, quantity } = useSnapshot(amendDraft)
  const action = useSnapshot(orderActions).byId[order.id]
  const listed = useSnapshot(market).catalogue?.byId.get(order.instrument)
  const amount = useOwnAmounts()
  const mark = pageMark(i18n.language)
  useEffect(() => followOrder(order), [order])
  const judgement: AmendJudgement =
    listed && listed.kind !== "second"
      ? judgeAmend(order, { price, quantity }, listed, mark)
      : { place: "same" }
  const { wanted, problem, place, heldMore } = judgement
  const effect = () => {
    if (problem) return ""
    const parts = [t(`orders.effect.${place}`)]
    if (heldMore) {
      const text = amount(heldMore.amount.replace("-", ""), heldMore.currency)
      parts.push(t(`orders.effect.${heldMore.amount.startsWith("-") ? "frees" : "needs"}`, { amount: text }))
    }
    return parts.join(" · ")
  }
  const isBusy = action !== undefined && action.state !== "said"
  return {
    draft: { price, quantity },
    change: (field, text) => {
      // What was refused is being mended: the old word would be about other figures.
      forgetAction(order.id)
      amendDraft[field] = text
    },
    step: (field, steps) => {
      if (!listed || listed.kind === "second") return
      const next = stepTyped(amendDraft[field], steps, field === "price" ? listed.tick : listed.lot, mark)
      if (next !== undefined) amendDraft[field] = fieldText(next, i18n.language)
    },
    judgement,
    fault: problem ? faultText(problem, t) : action?.text,
    effect: effect(),
    isBusy,
    send: () => {
      if (!wanted || isBusy) return
      void amendOne(order, wanted).then((isTaken) => {
        if (isTaken && amendDraft.id === order.id) endAmend()
      })
    },
  }
}

type Words = ReturnType<typeof useTranslation<"trade">>["t"]

function faultText(problem: FieldProblem, t: Words): string {
  if (problem.kind === "refusal") return problemText(problem.problem)
  if (problem.kind === "unreadable") return t("orders.unreadable")
  if (problem.kind === "no-price") return t("ticket.noPrice")
  const { typed, whole, decimal } = problem
  const { language } = i18next
  return t("orders.ambiguous", { typed, whole, decimal: fieldText(decimal, language) })
}

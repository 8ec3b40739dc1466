/** What stands above the button: refusals and warnings before sending, each with its mend, and what became of the last order. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { protectionBound } from "#core/instrument/price-rule.ts"
import { formatSteps } from "#core/money/steps.ts"
import { wakeMarket } from "../feed/connect-market-worker.ts"
import { pickType } from "../stores/ticket-store.ts"
import { clockText } from "../text/clock.ts"
import { useEachSecond } from "../ui/each-second.ts"
import { Note } from "../ui/note.tsx"
import type { Guard, Mend } from "./guard.ts"
import { MarketNote } from "./market-notice.view.tsx"
import type { DraftProblem, FieldName } from "./order-draft.ts"
import { sending } from "./order-sending.ts"
import styles from "./ticket.module.css"
import { amountChange, type TicketState } from "./ticket-state.ts"
import { guardSentence, offerText, problemSentence } from "./ticket-words.ts"
import { useTyped } from "./use-typed.ts"

interface TicketNotesProps {
  state: TicketState
  /** A phone has room for one; how many more there are is said. All are told before sending. */
  hasOneGuard: boolean
}

export function TicketNotes({ state, hasOneGuard }: TicketNotesProps) {
  const { t } = useTranslation("trade")
  const { draft, guards, market } = state
  const shown = hasOneGuard ? guards.slice(0, 1) : guards
  const { outcome } = useSnapshot(sending)
  const hasOutcome = outcome?.instrument === market.id
  return (
    <div className={styles.notes} role="status">
      <MarketNote market={market} />
      <UnknownNote instrument={market.id} />
      {hasOutcome ? <OutcomeNote /> : null}
      {draft.wrong && !hasOutcome && market.state === "open" ? (
        <ProblemNote state={state} wrong={draft.wrong} />
      ) : null}
      {shown.map((guard) => (
        <GuardNote key={guard.kind} state={state} guard={guard}>
          {guards.length > shown.length
            ? ` (${t("guard.more", { count: guards.length - shown.length })})`
            : null}
        </GuardNote>
      ))}
    </div>
  )
}

/** Sent, and no answer: never offered for sending again. */
function UnknownNote({ instrument }: { instrument: string }) {
  const { t } = useTranslation("trade")
  const { state, order } = useSnapshot(sending)
  if (state !== "unknown" || order?.instrument !== instrument) return null
  return (
    <Note tone="warn">
      {t("ticket.unknown", { time: clockText(order.at) })} <br />
      <span className={styles.asking}>{t("ticket.asking")}</span>
    </Note>
  )
}

function OutcomeNote() {
  const { t } = useTranslation("trade")
  const { outcome } = useSnapshot(sending)
  if (!outcome) return null
  if (outcome.kind === "refused") return <Note tone="danger">{outcome.text}</Note>
  if (outcome.kind === "never") return <Note tone="warn">{t("ticket.never")}</Note>
  return <Note tone="info">{t("ticket.found", { what: outcome.text })}</Note>
}

/** The refusal as the server would say it; the value that would be right is one tap away. */
function ProblemNote({ state, wrong }: { state: TicketState; wrong: DraftProblem }) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const typed = useTyped(state.market.id)
  const { problem, field, mend } = wrong
  const values =
    problem.kind === "ambiguous" ? [problem.whole, problem.decimal] : mend === undefined ? [] : [mend]
  return (
    <Note tone="danger">
      {problemSentence(problem, { t, word, language: i18n.language })}{" "}
      {field
        ? values.map((value) => (
            <button
              key={value}
              type="button"
              className={styles.mend}
              onClick={() =>
                typed(field === "amount" ? amountChange(state, value) : { [field]: value }, "wire")
              }
            >
              {t("ticket.use", { value: offerText(value, unitOf(state, field), i18n.language) })}
            </button>
          ))
        : null}
      <MarketInstead state={state} wrong={wrong} />
    </Note>
  )
}

/** A price beyond the rule wants to trade at once: by market it may, within its price protection. */
function MarketInstead({ state, wrong }: { state: TicketState; wrong: DraftProblem }) {
  const { t, i18n } = useTranslation("trade")
  const { input, market, form } = state
  const typed = useTyped(market.id)
  const best = form.side === "buy" ? input.prices.bestAsk : input.prices.bestBid
  const isBeyond = wrong.problem.kind === "refusal" && wrong.problem.problem.name === "PRICE_RULE"
  if (!isBeyond || best === undefined) return null
  const { tick, marketProtection } = input.instrument
  const bound = formatSteps(protectionBound(form.side, best, marketProtection), tick)
  return (
    <button
      type="button"
      className={styles.mend}
      onClick={() => {
        typed({})
        pickType("market")
      }}
    >
      {t(form.side === "buy" ? "ticket.marketUpTo" : "ticket.marketDownTo", {
        bound: offerText(bound, market.quote, i18n.language),
      })}
    </button>
  )
}

/** What the figures of a field count. */
function unitOf({ market, form }: TicketState, field: FieldName): string {
  const isTarget = field === "takeProfit" || field === "stopLoss"
  if (field === "distance" || (isTarget && form.targetUnit === "percent")) return "%"
  return field === "amount" && form.unit === "base" ? market.base : market.quote
}

interface GuardNoteProps {
  state: TicketState
  guard: Guard
  children?: React.ReactNode
}

function GuardNote({ state, guard, children }: GuardNoteProps) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const isCounting = guard.kind === "stale"
  const now = useEachSecond(isCounting)
  const typed = useTyped(state.market.id)
  const mend = "mend" in guard ? guard.mend : undefined
  const words = { t, word, language: i18n.language }
  return (
    <Note tone="warn">
      {guardSentence(guard, state.market, now, words, state.form.side)}{" "}
      {mend ? (
        <button type="button" className={styles.mend} onClick={() => typed(mended(state, mend), "wire")}>
          {t(mend.makesLimit ? "ticket.limitAt" : "ticket.use", {
            value: offerText(mend.value, unitOf(state, mend.field), i18n.language),
          })}
        </button>
      ) : null}
      {isCounting ? (
        <button type="button" className={styles.mend} onClick={() => void wakeMarket()}>
          {t("guard.reconnect")}
        </button>
      ) : null}
      {children}
    </Note>
  )
}

const mended = (state: TicketState, mend: Mend) => ({
  ...(mend.field === "amount" ? amountChange(state, mend.value) : { [mend.field]: mend.value }),
  ...(mend.makesLimit ? { type: "limit" as const } : {}),
})

/** The button that sends a group of orders, the warnings above it, and the question before: as every single order has them. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices, chosen } from "../../stores/choices-store.ts"
import { market as markets } from "../../stores/market-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { type AskedOrder, OrderQuestion } from "../../ticket/order-question.view.tsx"
import { guardSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./group-sheet.module.css"
import { sumsOf } from "./group-sums.view.tsx"
import { groupTerms } from "./group-terms.ts"
import type { Grouping } from "./use-group.ts"
import type { GroupCheck } from "./use-group-check.ts"

interface GroupActionsProps {
  group: Grouping
  check: GroupCheck
}

export function GroupActions({ group, check }: GroupActionsProps) {
  const { t, i18n } = useTranslation("trade")
  const { feed } = useSnapshot(markets)
  const { all } = useSnapshot(choices)
  const [asked, setAsked] = useState<AskedOrder<GroupCheck> | null>(null)
  const { form, judgement, isBusy, send } = group
  const { market, guards } = check
  const label = t(`groups.${form.side}.${form.kind}`, { base: market.base })
  const amount = judgement.fields?.quantity
  const press = () => {
    const mustAsk = guards.length > 0 || chosen(all, "confirmOrders") === "on"
    if (!mustAsk) return send()
    const size = { amount: formatDecimal(amount ?? "", i18n.language), base: market.base }
    setAsked({ state: check, label, title: t(`confirm.${form.side}`, size) })
  }
  return (
    <>
      <Warnings check={check} />
      <Button
        tone={form.side === "buy" ? "positive" : "negative"}
        size="primary"
        isBlock
        isBusy={isBusy}
        disabled={!judgement.fields}
        second={feed?.practice && amount ? t("ticket.practice", { words: sizeText() }) : undefined}
        onClick={press}
      >
        {label}
      </Button>
      <OrderQuestion
        asked={asked}
        terms={(state) => [
          ...groupTerms(group, market, t, i18n.language),
          ...sumsOf(state, t, i18n.language),
        ]}
        onSafe={() => setAsked(null)}
        onAnswer={() => {
          setAsked(null)
          send()
        }}
      />
    </>
  )

  function sizeText() {
    return `${formatDecimal(amount ?? "", i18n.language)}\u00a0${market.base}`
  }
}

/** The gravest; how many more there are is said, and all are told before sending. */
function Warnings({ check: { guards, market, form } }: { check: GroupCheck }) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const now = useEachSecond(guards.some(({ kind }) => kind === "stale"))
  const [first] = guards
  return (
    <div className={styles.warnings} role="status">
      {first ? (
        <Note tone="warn">
          {guardSentence(first, market, now, { t, word, language: i18n.language }, form.side)}
          {guards.length > 1 ? ` (${t("guard.more", { count: guards.length - 1 })})` : null}
        </Note>
      ) : null}
    </div>
  )
}

/** What became of a purchase or of an early end, said where it was asked: done, refused, or not known yet. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AiHolding } from "#core/wire/ai.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { Note } from "../../ui/note.tsx"
import { type AiRequest, aiSending } from "./ai-sending.ts"

/** @param of what the form is about: an unknown one of another is told as well, for it locks every form */
export function SendingWord({ of }: { of: AiRequest["of"] }) {
  const { t } = useTranslation("ai")
  const { state, outcome } = useSnapshot(aiSending)
  const said = outcome?.of === of ? outcome.is : null
  if (said?.kind === "refused")
    return (
      <Note tone="danger" isAlert>
        {said.text}
      </Note>
    )
  // One place that is always there: what appears in it is read out.
  return (
    <div role="status">
      {state === "unknown" ? <Note tone="warn">{t("fate.unknown")}</Note> : null}
      {said?.kind === "never" ? <Note tone="warn">{t("fate.never")}</Note> : null}
      {said?.kind === "done" ? <Done holding={said.holding as AiHolding} /> : null}
    </div>
  )
}

function Done({ holding }: { holding: AiHolding }) {
  const { t, i18n } = useTranslation("ai")
  const shown = useOwnAmounts()
  const { status, currency, principal, paid } = holding
  return (
    <Note tone="info">
      {status === "in-progress"
        ? t("fate.bought", { amount: `${formatDecimal(principal, i18n.language)}\u00a0${currency}` })
        : t("fate.ended", { amount: shown(paid, currency, true) })}{" "}
      <ScreenLink to="/pages/ai/holdings">{t("fate.see")}</ScreenLink>
    </Note>
  )
}

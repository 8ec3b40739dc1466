/** The fields that make an alert's condition: its kind, the market, the side, a time, the level; each only where the kind has it. */

import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ALERT_WINDOWS, type AlertDirection } from "#core/alert/alert-terms.ts"
import type { Market } from "#core/wire/market.ts"
import { useView } from "../../feed/view.ts"
import { windowText } from "../../order-news/alert-words.ts"
import { tickerOf } from "../../stores/market-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { problemText } from "../../text/problem-text.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import type { FieldProblem } from "../../ticket/field-reading.ts"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import {
  DRAFT_KINDS,
  type DraftKind,
  type DraftTerms,
  hasWholeScope,
  isReachedAt,
  isShare,
  marketsFor,
  readTerms,
} from "./alert-draft.ts"

interface TermsFieldsProps {
  terms: DraftTerms
  /** Everything that is listed. */
  all: readonly Market[]
  /** It was to be sent: also what is empty is wrong now. */
  isTried: boolean
  /** Says that it would fire at once. */
  warnsReached: boolean
  onChange: (change: Partial<DraftTerms>) => void
}

export function TermsFields(props: TermsFieldsProps) {
  const { terms, all, onChange } = props
  const { kind, instrument, source, direction, minutes } = terms
  const { t } = useTranslation("alerts")
  const listed = all.find(({ id }) => id === instrument)
  const whole = kind === "margin" ? t("scope.account") : t("scope.any")
  return (
    <>
      <ChoiceField<DraftKind>
        label={t("form.kind")}
        options={DRAFT_KINDS.map((value) => ({ value, label: t(`form.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      <ChoiceField<string>
        label={t(kind === "margin" ? "form.account" : "form.market")}
        options={[
          ...(hasWholeScope(kind) ? [{ value: "", label: whole }] : []),
          ...marketsFor(kind, all).map(({ id }) => ({ value: id, label: marketTitle(id) })),
        ]}
        value={instrument}
        onChange={(id) => onChange({ instrument: id })}
      />
      {kind === "price" && listed?.kind === "perpetual" ? (
        <Segmented
          label={t("form.source")}
          segments={[
            { value: "last", label: t("form.last") },
            { value: "mark", label: t("form.mark") },
          ]}
          value={source}
          onChange={(value) => onChange({ source: value })}
        />
      ) : null}
      {kind === "price" || kind === "change" || kind === "funding" ? (
        <Segmented<AlertDirection>
          label={t("form.when")}
          segments={directionsOf(kind, t)}
          value={direction}
          onChange={(value) => onChange({ direction: value })}
        />
      ) : null}
      {kind === "change" || kind === "volume" ? (
        <ChoiceField<string>
          label={t("form.within")}
          options={ALERT_WINDOWS.map((each) => ({ value: String(each), label: windowText(each) }))}
          value={String(minutes)}
          onChange={(value) =>
            onChange({ minutes: ALERT_WINDOWS.find((each) => String(each) === value) ?? minutes })
          }
        />
      ) : null}
      {kind === "fill" ? null : <LevelField {...props} listed={listed} />}
    </>
  )
}

function directionsOf(kind: DraftKind, t: TFunction<"alerts">): { value: AlertDirection; label: string }[] {
  if (kind === "change")
    return [
      { value: "above", label: t("form.rise") },
      { value: "below", label: t("form.fall") },
    ]
  return (["above", "below", "cross"] as const).map((value) => ({ value, label: t(`form.${value}`) }))
}

const LEVEL_WORDS = {
  price: "price",
  change: "change",
  volume: "volume",
  funding: "rate",
  margin: "ratio",
} as const satisfies Record<Exclude<DraftKind, "fill">, string>

function LevelField({
  terms,
  listed,
  isTried,
  warnsReached,
  onChange,
}: TermsFieldsProps & { listed: Market | undefined }) {
  const { t, i18n } = useTranslation("alerts")
  const { kind, instrument, source, level } = terms
  useView(instrument ? { tickers: [instrument] } : null)
  const { last, lastValue, mark, fundingRate } = useSnapshot(tickerOf(instrument))
  if (kind === "fill") return null
  const { condition, problem } = readTerms(terms, pageMark(i18n.language))
  const isReached = condition !== undefined && warnsReached && isReachedAt(condition, lastValue)
  const fault = problem && (problem.kind !== "empty" || isTried) ? faultText(problem, t, i18n.language) : ""
  const now = kind === "price" ? (source === "last" ? last : mark) : kind === "funding" ? fundingRate : null
  const unit = isShare(kind) ? "%" : kind === "volume" ? listed?.base : listed?.quote
  return (
    <div>
      <NumberField
        label={t(`form.${LEVEL_WORDS[kind]}`)}
        value={level}
        unit={unit}
        placeholder="0"
        state={fault ? "refused" : isReached ? "warned" : "normal"}
        echo={{ right: now === null ? null : t("form.now", { value: now }) }}
        onChange={(text) => onChange({ level: text })}
      />
      {fault ? (
        <Note tone="danger" isAlert>
          {fault}
        </Note>
      ) : isReached ? (
        <Note tone="warn" isStatus>
          {problemText({ name: "ALERT_REACHED" })}
        </Note>
      ) : null}
    </div>
  )
}

function faultText(
  problem: FieldProblem | { kind: "empty" },
  t: TFunction<"alerts">,
  language: string,
): string {
  if (problem.kind === "refusal") return problemText(problem.problem)
  if (problem.kind !== "ambiguous") return t("trade:ticket.unreadable")
  const { typed, whole, decimal } = problem
  return t("trade:ticket.ambiguous", { typed, whole, decimal: fieldText(decimal, language) })
}

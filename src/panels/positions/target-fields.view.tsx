/** One target of a position: its price, percentage or money, which price has to reach it, and the order that it sends. */

import { useTranslation } from "react-i18next"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { TargetName, TargetUnit } from "#core/position/order-targets.ts"
import type { Position } from "#core/wire/contract.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText } from "../../text/typed-number.ts"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { NumberField } from "../../ui/number-field.tsx"
import { Select } from "../../ui/select.tsx"
import { currenciesOf } from "./position-cells.view.tsx"
import styles from "./position-sheets.module.css"
import { convertTarget, type TargetDraft, type TargetReading } from "./targets.model.ts"

interface TargetFieldsProps {
  position: Position
  name: TargetName
  draft: TargetDraft
  reading: TargetReading
  onChange: (draft: TargetDraft) => void
}

export function TargetFields({ position, name, draft, reading, onChange }: TargetFieldsProps) {
  const { t, i18n } = useTranslation("positions")
  const { t: word } = useTranslation("app")
  const { t: tradeWord } = useTranslation("trade")
  const { quote } = currenciesOf(position.instrument)
  const { problem, limitProblem, price, realised } = reading
  const wrong = (found: typeof limitProblem) =>
    found && problemSentence(found, { t: tradeWord, word, language: i18n.language })
  const units: Record<TargetUnit, string> = { price: quote, percent: "%", money: quote }
  const change = (next: Partial<TargetDraft>) => onChange({ ...draft, ...next })
  return (
    <fieldset className={styles.target} aria-label={t(`targets.${name}`)}>
      <NumberField
        label={t(`targets.${name}`)}
        unit={units[draft.unit]}
        value={draft.value}
        placeholder={t("targets.none")}
        onChange={(value) => change({ value })}
        state={problem ? "refused" : "normal"}
        echo={{
          left: problem ? wrong(problem) : realised && <Realised text={realised} unit={quote} />,
          right:
            price && draft.unit !== "price"
              ? t("targets.at", { price: formatDecimal(price, i18n.language) })
              : undefined,
        }}
        choice={
          <Select<TargetUnit>
            label={t("targets.unit")}
            className={styles.unit}
            options={[
              { value: "price", label: t("targets.byPrice", { currency: quote }) },
              { value: "percent", label: t("targets.byPercent") },
              { value: "money", label: t(`targets.${name}Money`, { currency: quote }) },
            ]}
            face={t(`targets.face.${draft.unit}`)}
            value={draft.unit}
            onChange={(unit) =>
              change({
                unit,
                value: fieldText(convertTarget(position, { name, unit }, reading), i18n.language),
              })
            }
          />
        }
      />
      <div className={styles.choices}>
        <Select<TriggerSource>
          label={t("targets.source")}
          options={[
            { value: "mark", label: t("targets.onMark") },
            { value: "last", label: t("targets.onLast") },
          ]}
          value={draft.source}
          onChange={(source) => change({ source })}
        />
        <Select<TargetDraft["type"]>
          label={tradeWord("ticket.type")}
          options={[
            { value: "market", label: t("targets.byMarket") },
            { value: "limit", label: t("targets.byLimit") },
          ]}
          value={draft.type}
          onChange={(type) =>
            change({ type, limit: draft.limit === "" ? fieldText(price ?? "", i18n.language) : draft.limit })
          }
        />
      </div>
      {draft.type === "limit" ? (
        <NumberField
          label={t("targets.limit")}
          unit={quote}
          value={draft.limit}
          onChange={(limit) => change({ limit })}
          state={limitProblem ? "refused" : "normal"}
          echo={{ left: wrong(limitProblem) }}
        />
      ) : null}
    </fieldset>
  )
}

function Realised({ text, unit }: { text: string; unit: string }) {
  const { t } = useTranslation("positions")
  return (
    <>
      <OwnAmount text={text} unit={unit} isSigned /> {t("targets.beforeFees")}
    </>
  )
}

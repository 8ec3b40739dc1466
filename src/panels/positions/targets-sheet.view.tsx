/** Take-profit and stop-loss of a position: of all of it, and of parts, each with what it would realise. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { Position, TargetPair } from "#core/wire/contract.ts"
import { positionActions, setTargets } from "../../order-news/position-actions.ts"
import { market } from "../../stores/market-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Slider } from "../../ui/slider.tsx"
import { shareOf } from "./close.model.ts"
import { currenciesOf, EntryPrice, MarkPrice, SideTag } from "./position-cells.view.tsx"
import { closePositionSheet } from "./position-sheet.ts"
import styles from "./position-sheets.module.css"
import { TargetFields } from "./target-fields.view.tsx"
import {
  draftOf,
  type PairChoice,
  pairOf,
  partPairs,
  readTargets,
  type TargetsDraft,
  type TargetsReading,
} from "./targets.model.ts"

export function TargetsSheet({ position }: { position: Position }) {
  const { t, i18n } = useTranslation("positions")
  const { id, instrument, positionSide } = position
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const steps = { tick: unitsOf(listed?.tick ?? "1"), lot: unitsOf(listed?.lot ?? "1") }
  const action = useSnapshot(positionActions).byId[id]
  const write = (text: string) => fieldText(text, i18n.language)
  const [chosen, setChosen] = useState<PairChoice>("whole")
  const [draft, setDraft] = useState<TargetsDraft>(() => draftOf(pairOf(position, "whole"), write))
  const pair = pairOf(position, chosen)
  // A part that has fired meanwhile would be set anew.
  const choice = typeof chosen === "number" && !pair ? "further" : chosen
  const reading = readTargets(position, { choice, draft }, { ...steps, decimalMark: pageMark(i18n.language) })
  const { request } = reading
  const isBusy = action !== undefined && action.state !== "said"
  const send = async (asked: NonNullable<TargetsReading["request"]>) => {
    const side = positionSide === "" ? {} : { positionSide }
    if (await setTargets(id, { instrument, ...side, ...asked })) closePositionSheet()
  }
  const choose = (next: PairChoice) => {
    setChosen(next)
    setDraft(draftOf(pairOf(position, next), write))
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => (open ? undefined : closePositionSheet())}
      title={t("targets.of", { position: marketTitle(instrument) })}
      footer={
        <div className={styles.answers}>
          {pair ? (
            <Button
              size="primary"
              disabled={isBusy}
              onClick={() => void send(typeof choice === "number" ? { pair: choice } : {})}
            >
              {t("targets.remove")}
            </Button>
          ) : null}
          <Button
            tone="accent"
            size="primary"
            isBusy={isBusy}
            disabled={!request}
            onClick={() => (request ? void send(request) : undefined)}
          >
            {t("targets.save")}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <p className={styles.line}>
          <SideTag position={position} />
          <span>
            {t("entry")} <EntryPrice position={position} />
          </span>
          <span>
            {t("mark")} <MarkPrice position={position} />
          </span>
        </p>
        <PairField position={position} choice={choice} onChange={choose} />
        {choice === "whole" ? null : (
          <PartAmount
            position={position}
            reading={reading}
            lot={steps.lot}
            amount={draft.amount}
            onChange={(amount) => setDraft({ ...draft, amount })}
          />
        )}
        {(["takeProfit", "stopLoss"] as const).map((name) => (
          <TargetFields
            key={name}
            position={position}
            name={name}
            draft={draft[name]}
            reading={reading[name]}
            onChange={(target) => setDraft({ ...draft, [name]: target })}
          />
        ))}
        <p className={styles.line}>{t("targets.how")}</p>
        {action?.text ? (
          <Note tone={action.state === "asking" ? "warn" : "danger"} isAlert>
            {action.text}
          </Note>
        ) : null}
      </div>
    </Sheet>
  )
}

interface PairFieldProps {
  position: Position
  choice: PairChoice
  onChange: (choice: PairChoice) => void
}

/** All of the position, each of its parts, or one more. */
function PairField({ position, choice, onChange }: PairFieldProps) {
  const { t, i18n } = useTranslation("positions")
  const { base } = currenciesOf(position.instrument)
  const nameOf = ({ quantity, takeProfit, stopLoss }: TargetPair) => {
    const prices = [takeProfit, stopLoss].map((one) => (one ? formatDecimal(one.price, i18n.language) : "–"))
    const amount = `${formatDecimal(quantity, i18n.language)}\u00a0${base}`
    return t("targets.part", { amount, prices: prices.join(" / ") })
  }
  return (
    <ChoiceField<string>
      label={t("targets.for")}
      options={[
        { value: "whole", label: t("targets.whole") },
        ...partPairs(position).map((pair) => ({ value: String(pair.id), label: nameOf(pair) })),
        { value: "further", label: t("targets.further") },
      ]}
      value={String(choice)}
      onChange={(value) => onChange(value === "whole" || value === "further" ? value : Number(value))}
    />
  )
}

interface PartAmountProps {
  position: Position
  reading: TargetsReading
  /** In 1e-8 of the base. */
  lot: bigint
  amount: string
  onChange: (amount: string) => void
}

function PartAmount({ position, reading, lot, amount, onChange }: PartAmountProps) {
  const { t, i18n } = useTranslation("positions")
  const { t: word } = useTranslation("app")
  const { t: tradeWord } = useTranslation("trade")
  const { base } = currenciesOf(position.instrument)
  const { problem, percent } = reading
  const all = () => `${formatDecimal(shareOf(position, 100, lot), i18n.language)}\u00a0${base}`
  return (
    <div>
      <NumberField
        label={tradeWord("ticket.amount")}
        unit={base}
        value={amount}
        placeholder="0"
        onChange={onChange}
        state={problem ? "refused" : "normal"}
        echo={{
          left:
            problem?.kind === "too-much"
              ? t("tooMuch", { amount: all() })
              : problem && problemSentence(problem, { t: tradeWord, word, language: i18n.language }),
        }}
      />
      <Slider
        label={t("share")}
        value={percent}
        onChange={(share) => onChange(fieldText(shareOf(position, share, lot), i18n.language))}
      />
    </div>
  )
}

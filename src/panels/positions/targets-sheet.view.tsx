/** Take-profit and stop-loss of a position: a price each, with what it would realise. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { market } from "../../stores/market-store.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { positionActions, setTargets } from "./position-actions.ts"
import { contractName, currenciesOf, MarkPrice, SideTag } from "./position-cells.view.tsx"
import { closePositionSheet } from "./position-sheet.ts"
import styles from "./position-sheets.module.css"
import { readTargets, type TargetName, type TargetsDraft, wholePair } from "./targets.model.ts"

export function TargetsSheet({ position }: { position: Position }) {
  const { t, i18n } = useTranslation("positions")
  const { t: word } = useTranslation("app")
  const { t: tradeWord } = useTranslation("trade")
  const { id, instrument, positionSide } = position
  const { quote } = currenciesOf(instrument)
  const shown = useOwnAmounts()
  const tick = unitsOf(useSnapshot(market).catalogue?.byId.get(instrument)?.tick ?? "1")
  const action = useSnapshot(positionActions).byId[id]
  const [draft, setDraft] = useState<TargetsDraft>(() => {
    const pair = wholePair(position)
    const text = (name: TargetName) => fieldText(pair?.[name]?.price ?? "", i18n.language)
    return { takeProfit: text("takeProfit"), stopLoss: text("stopLoss") }
  })
  const reading = readTargets(position, draft, { tick, decimalMark: pageMark(i18n.language) })
  const { request } = reading
  const isBusy = action !== undefined && action.state !== "said"
  const send = async () => {
    const side = positionSide === "" ? {} : { positionSide }
    if (request && (await setTargets(id, { instrument, ...side, ...request }))) closePositionSheet()
  }
  const field = (name: TargetName) => {
    const { problem, realised } = reading[name]
    return (
      <NumberField
        label={t(`targets.${name}`)}
        unit={quote}
        value={draft[name]}
        placeholder={t("targets.none")}
        onChange={(text) => setDraft({ ...draft, [name]: text })}
        state={problem ? "refused" : "normal"}
        echo={{
          left: problem
            ? problemSentence(problem, { t: tradeWord, word, language: i18n.language })
            : realised && t("targets.realised", { amount: shown(realised, quote) }),
        }}
      />
    )
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => (open ? undefined : closePositionSheet())}
      title={t("targets.of", { position: contractName(instrument) })}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!request}
          onClick={() => void send()}
        >
          {t("targets.save")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.line}>
          <SideTag position={position} />
          <span>
            {t("mark")} <MarkPrice position={position} />
          </span>
        </p>
        {field("takeProfit")}
        {field("stopLoss")}
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

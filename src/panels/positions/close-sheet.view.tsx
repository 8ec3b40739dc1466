/** Closing a position, whole or in part: by market or at a limit, with what it would realise, asked about where wished. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { closeByOrder, positionActions } from "../../order-news/position-actions.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { positionCellsOf } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Slider } from "../../ui/slider.tsx"
import { type CloseDraft, type CloseReading, limitFrom, readClose, shareOf } from "./close.model.ts"
import { currenciesOf, MarkPrice, Profit, Roe, SideTag } from "./position-cells.view.tsx"
import { closePositionSheet } from "./position-sheet.ts"
import styles from "./position-sheets.module.css"

interface CloseSheetProps {
  position: Position
  isOpen: boolean
}

export function CloseSheet({ position, isOpen }: CloseSheetProps) {
  const { t, i18n } = useTranslation("positions")
  const { t: word } = useTranslation("app")
  const { t: tradeWord } = useTranslation("trade")
  const { id, instrument } = position
  const { base, quote } = currenciesOf(instrument)
  const { catalogue } = useSnapshot(market)
  const { all } = useSnapshot(choices)
  const { markValue } = useSnapshot(positionCellsOf(id))
  const action = useSnapshot(positionActions).byId[id]
  const listed = catalogue?.byId.get(instrument)
  const steps = { tick: unitsOf(listed?.tick ?? "1"), lot: unitsOf(listed?.lot ?? "1") }
  const [draft, setDraft] = useState<CloseDraft>(() => ({
    type: "market",
    amount: fieldText(shareOf(position, 100, steps.lot), i18n.language),
    price: "",
  }))
  const [isAsking, setIsAsking] = useState(false)
  const reading = readClose(position, draft, { steps, decimalMark: pageMark(i18n.language), markValue })
  const { problem, request } = reading
  const isBusy = action !== undefined && action.state !== "said"
  const amountText = request ? `${formatDecimal(request.quantity ?? "", i18n.language)} ${base}` : ""
  const label = request ? t("closeAmount", { amount: amountText }) : t("close")
  const send = async () => {
    setIsAsking(false)
    if (request && (await closeByOrder(id, request))) closePositionSheet()
  }
  const press = () => (chosen(all, "confirmOrders") === "on" ? setIsAsking(true) : void send())
  const wrongText = (field: "amount" | "price") => {
    if (problem?.field !== field) return undefined
    return problem.what.kind === "too-much"
      ? t("tooMuch", { amount: `${formatDecimal(shareOf(position, 100, steps.lot), i18n.language)} ${base}` })
      : problemSentence(problem.what, { t: tradeWord, word, language: i18n.language })
  }
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : closePositionSheet())}
      title={t("closeOf", { position: marketTitle(instrument) })}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!request}
          onClick={press}
          second={request ? t(draft.type === "market" ? "byMarket" : "byLimit") : undefined}
        >
          {label}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.line}>
          <SideTag position={position} />
          <span>
            {t("mark")} <MarkPrice position={position} />
          </span>
          <span>
            <Profit position={position} /> <Roe position={position} />
          </span>
        </p>
        <Segmented<CloseDraft["type"]>
          label={tradeWord("ticket.type")}
          segments={[
            { value: "market", label: tradeWord("ticket.market") },
            { value: "limit", label: tradeWord("ticket.limit") },
          ]}
          value={draft.type}
          onChange={(type) =>
            setDraft({
              ...draft,
              type,
              price:
                draft.price === "" ? fieldText(limitFrom(markValue, steps.tick), i18n.language) : draft.price,
            })
          }
        />
        {draft.type === "limit" ? (
          <NumberField
            label={tradeWord("ticket.price")}
            unit={quote}
            value={draft.price}
            onChange={(price) => setDraft({ ...draft, price })}
            state={problem?.field === "price" ? "refused" : "normal"}
            echo={{ left: wrongText("price") }}
          />
        ) : null}
        <NumberField
          label={tradeWord("ticket.amount")}
          unit={base}
          value={draft.amount}
          onChange={(amount) => setDraft({ ...draft, amount })}
          state={problem?.field === "amount" ? "refused" : "normal"}
          echo={{ left: wrongText("amount") }}
        />
        <Slider
          label={t("share")}
          value={reading.percent}
          onChange={(percent) =>
            setDraft({ ...draft, amount: fieldText(shareOf(position, percent, steps.lot), i18n.language) })
          }
        />
        <Realised reading={reading} quote={quote} />
        {action?.text ? (
          <Note tone={action.state === "asking" ? "warn" : "danger"} isAlert>
            {action.text}
          </Note>
        ) : null}
      </div>
      <Dialog
        isOpen={isAsking}
        title={t("askClose", { amount: amountText, position: marketTitle(instrument) })}
        safeAnswer={tradeWord("confirm.change")}
        onSafe={() => setIsAsking(false)}
        answer={label}
        tone="warn"
        onAnswer={() => void send()}
      >
        <Realised reading={reading} quote={quote} />
      </Dialog>
    </Sheet>
  )
}

function Realised({ reading, quote }: { reading: CloseReading; quote: string }) {
  const { t } = useTranslation("positions")
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("realisedAbout")}</dt>
        <dd>
          <OwnAmount text={reading.realised} unit={quote} isSigned />
        </dd>
      </div>
    </dl>
  )
}

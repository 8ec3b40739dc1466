/** Money into an isolated position, or out of it, with its liquidation price before and after. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { cutDecimal } from "../../amounts/own-decimals.ts"
import { moveMargin, positionActions } from "../../order-news/position-actions.ts"
import { contractAccount, positionCellsOf } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { priceFigure } from "../../text/price-figure.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { type MarginDirection, readMargin } from "./margin.model.ts"
import { currenciesOf, SideTag } from "./position-cells.view.tsx"
import { closePositionSheet } from "./position-sheet.ts"
import styles from "./position-sheets.module.css"

interface MarginSheetProps {
  position: Position
  isOpen: boolean
}

export function MarginSheet({ position, isOpen }: MarginSheetProps) {
  const { t, i18n } = useTranslation("positions")
  const { t: word } = useTranslation("app")
  const { t: tradeWord } = useTranslation("trade")
  const { id, instrument, positionSide } = position
  const { quote } = currenciesOf(instrument)
  const shown = useOwnAmounts()
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const { markValue } = useSnapshot(positionCellsOf(id))
  const { cells } = useSnapshot(contractAccount)
  const action = useSnapshot(positionActions).byId[id]
  const [direction, setDirection] = useState<MarginDirection>("add")
  const [typed, setTyped] = useState("")
  const scene = {
    position,
    markValue,
    movable: cells?.movable ?? "0",
    tick: unitsOf(listed?.tick ?? "1"),
    leverageMax: listed?.kind === "perpetual" ? listed.leverageMax : 1,
  }
  const reading = readMargin(scene, { direction, amount: typed }, pageMark(i18n.language))
  const { problem, most, before, after, amount } = reading
  const isBusy = action !== undefined && action.state !== "said"
  const send = async () => {
    if (!amount) return
    const side = positionSide === "" ? {} : { positionSide }
    if (await moveMargin(id, { instrument, ...side, direction, amount })) closePositionSheet()
  }
  const price = (text: string) => (
    <PriceText text={priceFigure(cutDecimal(text, listed?.tick.split(".")[1]?.length ?? 0), i18n.language)} />
  )
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : closePositionSheet())}
      title={t("marginOf", { position: marketTitle(instrument) })}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!amount}
          onClick={() => void send()}
        >
          {amount
            ? t(direction === "add" ? "addAmount" : "removeAmount", { amount: shown(amount, quote, true) })
            : t(direction === "add" ? "add" : "remove")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.line}>
          <SideTag position={position} />
        </p>
        <Segmented<MarginDirection>
          label={t("direction")}
          segments={[
            { value: "add", label: t("add") },
            { value: "remove", label: t("remove") },
          ]}
          value={direction}
          onChange={setDirection}
        />
        <NumberField
          label={tradeWord("ticket.amount")}
          unit={quote}
          value={typed}
          placeholder="0"
          onChange={setTyped}
          state={problem ? "refused" : "normal"}
          echo={{
            left:
              problem === undefined
                ? undefined
                : problem.kind === "too-much"
                  ? t("tooMuch", { amount: shown(most, quote) })
                  : problemSentence(problem, { t: tradeWord, word, language: i18n.language }),
          }}
        />
        <Button tone="plain" onClick={() => setTyped(fieldText(most, i18n.language))}>
          {t("most", { amount: shown(most, quote) })}
        </Button>
        <dl className={styles.sums}>
          <div>
            <dt>{t("margin")}</dt>
            <dd>
              <OwnAmount text={before.margin} currency={quote} />
              {after ? " → " : null}
              {after ? <OwnAmount text={after.margin} currency={quote} /> : null}
            </dd>
          </div>
          <div>
            <dt>{t("liquidationEstimated")}</dt>
            <dd>
              {before.liquidation === "" ? t("noLiquidation") : price(before.liquidation)}
              {after ? " → " : null}
              {after ? (after.liquidation === "" ? t("noLiquidation") : price(after.liquidation)) : null}
            </dd>
          </div>
        </dl>
        {action?.text ? (
          <Note tone={action.state === "asking" ? "warn" : "danger"} isAlert>
            {action.text}
          </Note>
        ) : null}
      </div>
    </Sheet>
  )
}

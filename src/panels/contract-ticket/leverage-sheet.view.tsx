/** The leverage of a contract: what it changes is told before it is set, and what it doesn't as well. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { positions as positionsCall, setLeverage } from "#core/wire/contract-position-calls.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { account } from "../../stores/account-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Slider } from "../../ui/slider.tsx"
import { SmallTable } from "../../ui/small-table.tsx"
import styles from "./contract-ticket.module.css"
import { freshLiquidation, marginAt } from "./leverage.model.ts"
import { type SettingSheetProps, useSetting } from "./mode-sheet.view.tsx"
import { sizeLimit } from "./use-contract-ticket.ts"

/** Liquidated nearer than this to the entry: said in amber. */
const NEAR_PERCENT = 6

export function LeverageSheet({ terms, ticket, onClose }: SettingSheetProps) {
  const { t } = useTranslation("perpetual")
  const { market, settings } = ticket
  const [typed, setTyped] = useState(String(terms.leverage))
  const most = market.leverageMax
  const leverage = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  const isRight = leverage >= 1 && leverage <= most
  const { isBusy, refusal, apply } = useSetting(settings.retry, onClose)
  const change = async () => {
    const answer = await call(setLeverage, { instrument: market.id, leverage })
    return answer.ok ? undefined : answer.failure
  }
  const ofPercent = (percent: number) => Math.max(1, Math.round(1 + ((most - 1) * percent) / 100))
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("leverage.of", { pair: marketTitle(market.id) })}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!isRight || leverage === terms.leverage}
          onClick={() => apply(change)}
        >
          {t("leverage.apply", { leverage: isRight ? leverage : "–" })}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <NumberField
          label={t("leverage.range", { most })}
          value={typed}
          unit="×"
          state={isRight ? "normal" : "refused"}
          onChange={setTyped}
          onStep={(steps) => setTyped(String(Math.min(most, Math.max(1, leverage + steps))))}
        />
        <Slider
          label={t("leverage.title")}
          value={Math.round(((Math.max(1, leverage) - 1) / Math.max(1, most - 1)) * 100)}
          format={(percent) => `${ofPercent(percent)}×`}
          onChange={(percent) => setTyped(String(ofPercent(percent)))}
        />
        {isRight ? <Effects terms={terms} ticket={ticket} leverage={leverage} /> : null}
        {refusal === undefined ? null : (
          <Note tone="danger" isAlert>
            {refusal}
          </Note>
        )}
      </div>
    </Sheet>
  )
}

interface EffectsProps extends Pick<SettingSheetProps, "terms" | "ticket"> {
  leverage: number
}

/** Now and then: the largest position, and the margin of the order that stands in the ticket. */
function Effects({ terms, ticket, leverage }: EffectsProps) {
  const { t, i18n } = useTranslation("perpetual")
  const { market, sides } = ticket
  const { quote } = market
  const turnover = sides.buy.draft.preview?.turnover
  const rows = [
    ["now", terms.leverage],
    ["then", leverage],
  ] as const
  const near = terms.isIsolated ? freshLiquidation(market, leverage, sides.buy.input) : undefined
  return (
    <>
      <SmallTable rows="roomy">
        <thead>
          <tr>
            <td />
            <th scope="col">{t("leverage.limit", { quote })}</th>
            {turnover ? <th scope="col">{t("leverage.margin", { quote })}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(([word, at]) => (
            <tr key={word}>
              <th scope="row">{t(`leverage.${word}`, { leverage: at })}</th>
              <td>
                <OwnAmount text={sizeLimit(market, at)} currency={quote} />
              </td>
              {turnover ? (
                <td>
                  <OwnAmount text={formatAmount(marginAt(turnover, at))} currency={quote} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {near === undefined ? null : (
        <Note tone={near < NEAR_PERCENT ? "warn" : "info"}>
          {t("leverage.fresh", { leverage, percent: `${formatNumber(near, i18n.language)}\u202f%` })}
        </Note>
      )}
      <OpenPositions instrument={market.id} quote={quote} base={market.base} />
    </>
  )
}

/** P20: setting it moves no money, so an open position is liquidated where it was before. */
function OpenPositions({ instrument, quote, base }: { instrument: string; quote: string; base: string }) {
  const { t, i18n } = useTranslation("perpetual")
  const amount = useOwnAmounts()
  const { positions } = useSnapshot(account)
  const hasOne = positions.some((position) => position.instrument === instrument)
  const { data } = useAnswer(positionsCall, { instrument }, hasOne, 5000, 0)
  return data?.rows
    .filter(({ quantity }) => unitsOf(quantity) > 0n)
    .map(({ id, side, quantity, liquidationPrice }) => (
      <Note key={id} tone="info">
        {liquidationPrice === ""
          ? t("leverage.staysNone", { side: t(side), amount: amount(quantity, base) })
          : t("leverage.stays", {
              side: t(side),
              amount: amount(quantity, base),
              price: `${formatDecimal(liquidationPrice, i18n.language)}\u00a0${quote}`,
            })}
      </Note>
    ))
}

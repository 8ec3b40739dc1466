/** Margin mode of the market and position mode of the account: what each means, and both set at once. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { setMarginMode, setPositionMode } from "#core/wire/contract-position-calls.ts"
import { type CallFailure, call } from "../../api/call.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import type { ContractTerms } from "./contract-input.ts"
import styles from "./contract-ticket.module.css"
import type { ContractTicket } from "./use-contract-ticket.ts"

/** What a sheet of settings gets. */
export interface SettingSheetProps {
  terms: ContractTerms
  ticket: Pick<ContractTicket, "market" | "settings" | "sides">
  onClose: () => void
}

export function ModeSheet({ terms, ticket, onClose }: SettingSheetProps) {
  const { t } = useTranslation("perpetual")
  const { market, settings } = ticket
  const [margin, setMargin] = useState<"cross" | "isolated">(terms.isIsolated ? "isolated" : "cross")
  const [position, setPosition] = useState<"one-way" | "hedge">(terms.isHedge ? "hedge" : "one-way")
  const hasMargin = (margin === "isolated") !== terms.isIsolated
  const hasPosition = (position === "hedge") !== terms.isHedge
  const { isBusy, refusal, apply } = useSetting(settings.retry, onClose)
  const change = async () => {
    const first = hasMargin && (await call(setMarginMode, { instrument: market.id, mode: margin }))
    if (first && !first.ok) return first.failure
    const second = hasPosition && (await call(setPositionMode, { mode: position }))
    return second && !second.ok ? second.failure : undefined
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("margin.title")}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!hasMargin && !hasPosition}
          onClick={() => apply(change)}
        >
          {t("margin.apply")}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Segmented
          label={t("margin.title")}
          segments={[
            { value: "cross", label: t("margin.cross") },
            { value: "isolated", label: t("margin.isolated") },
          ]}
          value={margin}
          onChange={setMargin}
        />
        <p className={styles.words}>
          {t(margin === "cross" ? "margin.crossMeans" : "margin.isolatedMeans", {
            pair: marketTitle(market.id),
          })}
        </p>
        <Segmented
          label={t("margin.positionMode")}
          segments={[
            { value: "one-way", label: t("margin.oneWay") },
            { value: "hedge", label: t("margin.hedge") },
          ]}
          value={position}
          onChange={setPosition}
        />
        <p className={styles.words}>{t(position === "hedge" ? "margin.hedgeMeans" : "margin.oneWayMeans")}</p>
        {refusal === undefined ? null : (
          <Note tone="danger" isAlert>
            {refusal}
          </Note>
        )}
      </div>
    </Sheet>
  )
}

/** Sets something, reads the settings again, and closes; a refusal stays to be read. */
export function useSetting(readAgain: () => void, onClose: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const apply = (change: () => Promise<CallFailure | undefined>) => {
    setIsBusy(true)
    setRefusal(undefined)
    void change().then((failure) => {
      setIsBusy(false)
      // Also after a refusal: of two changes one may have passed, and a lost answer says nothing.
      readAgain()
      if (failure) setRefusal(failure.text)
      else onClose()
    })
  }
  return { isBusy, refusal, apply }
}

/**
 * The menu of an alert at a price, from a row of a list or a level of the book: the price that was pressed, or four around
 * the last one, each armed by one press; another price can be typed.
 */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { armAndSay } from "../../order-news/arm-alert.ts"
import { useGo } from "../../places/screen-link.tsx"
import { tradeAddress } from "../../places/trade-address.ts"
import { alertOffer } from "../../stores/alert-offer.ts"
import { market as markets, tickerOf } from "../../stores/market-store.ts"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import { ArrowDown, ArrowUp, Bell, Icon } from "../../ui/icon.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { PointSheet } from "../../ui/point-sheet.tsx"
import { alertPrices } from "./alert-prices.ts"
import styles from "./price-alert.module.css"

export function PriceAlert({ isOpen, onClose }: OverlayProps) {
  const { market: id, price, at } = useSnapshot(alertOffer)
  const { catalogue } = useSnapshot(markets)
  const market = catalogue?.byId.get(id)
  const isTraded = market !== undefined && market.kind !== "second"
  useEffect(() => {
    if (isOpen && !isTraded) onClose()
  }, [isOpen, isTraded, onClose])
  if (!isTraded) return null
  return (
    <PointSheet
      isOpen={isOpen}
      onClose={onClose}
      at={at}
      title={marketTitle(id)}
      focusAfter={() => alertOffer.origin}
    >
      <Choices key={`${id} ${price} ${at.x} ${at.y}`} market={market as TradedMarket} onClose={onClose} />
    </PointSheet>
  )
}

interface ChoicesProps {
  market: TradedMarket
  onClose: () => void
}

function Choices({ market, onClose }: ChoicesProps) {
  const { t, i18n } = useTranslation("alerts")
  const go = useGo()
  const tick = unitsOf(market.tick)
  const { price: pressed } = useSnapshot(alertOffer)
  const last = useSnapshot(tickerOf(market.id)).lastValue || market.ticker[1]
  const [typed, setTyped] = useState(() => fieldText(pressed ?? last, i18n.language))
  const { steps, text: price } = readSteps(typed, pageMark(i18n.language), tick, "TICK")
  // Where the market stood when the menu was opened: what is under a finger keeps its price.
  const [offered] = useState(() => (pressed === null ? alertPrices(unitsOf(last), tick) : []))

  const arm = (chosen: string) => {
    onClose()
    if (!isLoggedIn()) return go("/login", { to: tradeAddress(market) })
    void armAndSay({ instrument: market.id, price: chosen, last })
  }
  return (
    <div className={styles.menu}>
      {offered.length > 0 ? (
        <ul className={styles.offered}>
          {offered.map(({ percent, price: each }) => (
            <li key={percent}>
              <button type="button" className={styles.choice} onClick={() => arm(each)}>
                <Icon glyph={percent > 0 ? ArrowUp : ArrowDown} size={16} />
                <span className={styles.words}>
                  <span>{t("quick.at", { price: formatDecimal(each, i18n.language) })}</span>
                  <span className={styles.percent}>
                    {t(percent > 0 ? "quick.over" : "quick.under", {
                      percent: formatNumber(Math.abs(percent), i18n.language),
                    })}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <NumberField
        label={t("form.price")}
        value={typed}
        unit={market.quote}
        state={steps === undefined ? "refused" : "normal"}
        onChange={setTyped}
        onStep={(by) => {
          if (steps !== undefined)
            setTyped(fieldText(formatSteps(Math.max(1, steps + by), tick), i18n.language))
        }}
      />
      <button
        type="button"
        className={styles.choice}
        disabled={price === undefined}
        onClick={() => price !== undefined && arm(price)}
      >
        <Icon glyph={Bell} size={16} />
        <span className={styles.words}>{t(price === undefined ? "quick.unclear" : "quick.here")}</span>
      </button>
    </div>
  )
}

/**
 * What can be done at a price of the chart: an order put into the ticket, take-profit or stop-loss of an open position, an
 * alert, a level drawn. Sent are the alert, the target once its question is answered, and with one-click trading the order.
 */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { armAndSay } from "../../../order-news/arm-alert.ts"
import { useGo } from "../../../places/screen-link.tsx"
import { tradeAddress } from "../../../places/trade-address.ts"
import { account } from "../../../stores/account-store.ts"
import { choices, chosen } from "../../../stores/choices-store.ts"
import { ladderSettings } from "../../../stores/ladder-store.ts"
import { tickerOf } from "../../../stores/market-store.ts"
import { isOneClick, oneClick, touchOneClick } from "../../../stores/one-click.ts"
import { isLoggedIn, session } from "../../../stores/session-store.ts"
import { type ChartOrder, fillFromChart } from "../../../stores/ticket-store.ts"
import { marketTitle } from "../../../text/market-title.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { fieldText, pageMark } from "../../../text/typed-number.ts"
import { readSteps } from "../../../ticket/field-reading.ts"
import { type PriceOrder, priceDoor } from "../../../ticket/price-orders.ts"
import { classNames } from "../../../ui/class-names.ts"
import { ArrowDown, ArrowUp, Bell, type Glyph, Icon, Minus, Target } from "../../../ui/icon.tsx"
import { NumberField } from "../../../ui/number-field.tsx"
import { PointSheet } from "../../../ui/point-sheet.tsx"
import { showToast } from "../../../ui/toaster.ts"
import { snappedPrice } from "../own-lines.model.ts"
import { drawLevel } from "./draw-level.ts"
import { ordersAt } from "./orders-at.ts"
import styles from "./price-menu.module.css"
import type { PressedPrice } from "./price-press.ts"
import { setTarget } from "./set-target.ts"
import { TargetQuestion } from "./target-question.view.tsx"
import { type TargetAt, targetsAt } from "./targets-at.ts"

interface PriceMenuProps {
  pressed: PressedPrice
  market: TradedMarket
  onClose: () => void
  /** Shows the ticket that was filled. */
  onTicket: () => void
  /** Has the focus again where nothing else takes it. */
  chart: HTMLElement | null
}

export function PriceMenu({ pressed, market, onClose, onTicket, chart }: PriceMenuProps) {
  const { t, i18n } = useTranslation("chart")
  const { t: ladder } = useTranslation("ladder")
  const go = useGo()
  const tick = unitsOf(market.tick)
  const [typed, setTyped] = useState(() => fieldText(snappedPrice(pressed.price, tick), i18n.language))
  const { lastValue } = useSnapshot(tickerOf(market.id))
  const { user } = useSnapshot(session)
  const leavesFocus = useRef(false)
  const { steps, text: price } = readSteps(typed, pageMark(i18n.language), tick, "TICK")
  const last = lastValue ? unitsOf(lastValue) : undefined
  const positions = useSnapshot(account).positions as readonly Position[]
  const targets = price === undefined ? [] : targetsAt(positions, market.id, { price, last: lastValue })
  const [asked, setAsked] = useState<{ target: TargetAt; price: string }>()
  const orders = steps === undefined ? [] : ordersAt(BigInt(steps) * tick, last)
  const pair = marketTitle(market.id)

  const oneClickSize = useOneClickSize(market.id)
  const send = async (wanted: PriceOrder) => {
    onClose()
    touchOneClick()
    const answer = await priceDoor(market.id)?.press(wanted, isOneClick(market.id))
    if (answer?.kind === "refused") showToast("failure", answer.text)
  }
  const order = (wanted: Omit<ChartOrder, "price">, at: string) => {
    if (oneClickSize !== undefined)
      return void send({ ...wanted, instrument: market.id, price: at, quantity: oneClickSize })
    leavesFocus.current = true
    fillFromChart(market, { ...wanted, price: at })
    onClose()
    onTicket()
  }
  const take = (target: TargetAt, at: string) => {
    if (chosen(choices.all, "confirmOrders") === "on") return setAsked({ target, price: at })
    onClose()
    void setTarget(target, at)
  }
  const arm = (at: string) => {
    onClose()
    if (!isLoggedIn()) return go("/login", { to: tradeAddress(market) })
    void armAndSay({ instrument: market.id, price: at, last: lastValue ?? "" })
  }
  const draw = (at: string) => {
    drawLevel(market.id, at, isLoggedIn() ? user?.user_id : "")
    onClose()
  }
  if (asked) return <TargetQuestion {...asked} market={market} onOver={onClose} />
  return (
    <PointSheet
      isOpen
      onClose={onClose}
      at={pressed.at}
      title={pair}
      focusAfter={() => (leavesFocus.current ? null : chart)}
    >
      <NumberField
        label={t("menu.price")}
        value={typed}
        unit={market.quote}
        state={steps === undefined ? "refused" : "normal"}
        onChange={setTyped}
        onStep={(by) => {
          if (steps !== undefined)
            setTyped(fieldText(formatSteps(Math.max(1, steps + by), tick), i18n.language))
        }}
      />
      <ul className={styles.choices}>
        {price === undefined ? (
          <li className={styles.unclear}>{t("menu.unclear")}</li>
        ) : (
          <>
            {oneClickSize === undefined ? null : (
              <li className={styles.unclear}>
                {ladder("one.menu", {
                  amount: `${formatDecimal(oneClickSize, i18n.language)}\u00a0${market.base}`,
                })}
              </li>
            )}
            {orders.map((each) => (
              <Choice
                key={each.side}
                glyph={each.side === "buy" ? ArrowUp : ArrowDown}
                tone={each.side}
                onPress={() => order(each, price)}
              >
                {t(`menu.${each.side}.${each.kind}`)}
              </Choice>
            ))}
            {targets.map((target) => (
              <TargetChoice key={target.position.id} target={target} onPress={() => take(target, price)} />
            ))}
            <Choice glyph={Bell} onPress={() => arm(price)}>
              {t("menu.alert")}
            </Choice>
            <Choice glyph={Minus} onPress={() => draw(price)}>
              {t("menu.level")}
            </Choice>
          </>
        )}
      </ul>
    </PointSheet>
  )
}

/** The ladder's size, where a press sends at once and a ticket is there to send it; undefined: it fills the ticket. */
function useOneClickSize(instrument: string): string | undefined {
  const isOn = useSnapshot(oneClick).instrument === instrument
  const size = useSnapshot(ladderSettings).sizes[instrument]
  return isOn && priceDoor(instrument) ? size : undefined
}

function TargetChoice({ target: { position, kind }, onPress }: { target: TargetAt; onPress: () => void }) {
  const { t } = useTranslation("perpetual")
  return (
    <Choice glyph={Target} onPress={onPress}>
      {`${t(`targets.${kind}`)} · ${t(position.side)}`}
    </Choice>
  )
}

interface ChoiceProps {
  glyph: Glyph
  tone?: "buy" | "sell"
  onPress: () => void
  children: string
}

function Choice({ glyph, tone, onPress, children }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={classNames(styles.choice, tone && styles[tone])} onClick={onPress}>
        <Icon glyph={glyph} size={16} />
        {children}
      </button>
    </li>
  )
}

/** The price ladder: fixed prices in a column, what stands and was traded at them, and own orders, placed, moved and cancelled there. */

import { type ReactNode, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { groupChoices, usualGroup } from "#core/book/group-choices.ts"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { useView } from "../../feed/view.ts"
import { cancelOne, orderActions } from "../../order-news/order-actions.ts"
import { openOrdersOf } from "../../stores/account-store.ts"
import { bookSettings, chooseGroup } from "../../stores/book-store.ts"
import { isHotkey } from "../../stores/hotkeys.ts"
import { chooseCentring, ladderSettings } from "../../stores/ladder-store.ts"
import { market as markets } from "../../stores/market-store.ts"
import { isOneClick, oneClick, touchOneClick } from "../../stores/one-click.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { fillFromChart, type Side } from "../../stores/ticket-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { priceDoor } from "../../ticket/price-orders.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { useFittingRows } from "../../ui/fitting-rows.ts"
import { LocateFixed, Pin, X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { usePageKeys } from "../../ui/page-keys.ts"
import shared from "../../ui/row-panel.module.css"
import { Select } from "../../ui/select.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { LadderFoot } from "./ladder-foot.view.tsx"
import { LadderTable } from "./ladder-table.view.tsx"
import { OneClickSwitch } from "./one-click-switch.view.tsx"
import type { ShownOwn } from "./own-orders.model.ts"
import styles from "./price-ladder.module.css"
import { SizeBar } from "./size-bar.view.tsx"
import { useLadderPlace } from "./use-ladder-place.ts"
import { useMoves } from "./use-moves.ts"

/** The column heads, in rem. */
const FIXED_REM = 1.5

interface PriceLadderProps {
  market: TradedMarket
  /** Tabs, or the choice between book and ladder. */
  title: ReactNode
  /** Shows the ticket, which a press has filled. */
  onTicket?: (() => void) | undefined
}

export function PriceLadderPanel({ market, title, onTicket }: PriceLadderProps) {
  const { t, i18n } = useTranslation("ladder")
  const { t: common } = useTranslation("market")
  const { id } = market
  const tick = unitsOf(market.tick)
  const freshness = useSnapshot(markets).freshness.book
  const { groups } = useSnapshot(bookSettings)
  const { isCentring } = useSnapshot(ladderSettings)
  const isOn = useSnapshot(oneClick).instrument === id
  const orders = useSnapshot(openOrdersOf(id)).orders as readonly OwnOrder[]
  const body = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const rows = useFittingRows(body, { rowVariable: "--row-book", fixedRem: FIXED_REM })
  const [kind, setKind] = useState<"limit" | "stop">("limit")
  const [said, say] = useState<string>()
  const [told, setTold] = useState("")

  const last = Number(market.ticker[1])
  const choices = groupChoices(market.tick, last)
  const group = groups[id] ?? usualGroup(choices, last)
  const own = useMoves({
    market,
    orders,
    stepUnder: (clientY) => stepUnder(table.current, clientY),
    say,
    tell: (what) =>
      setTold(
        what === "putBack" ? t("putBack") : t("moved", { price: formatDecimal(what.moved, i18n.language) }),
      ),
  })
  const view = useLadderPlace({
    instrument: id,
    group,
    rows,
    isCentring,
    isCarrying: own.carried !== undefined,
    table,
  })
  useView(rows === 0 ? null : { priceLadder: { instrument: id, group, top: view.place?.top ?? null, rows } })
  usePageKeys((chord) => isHotkey("centre", chord), view.centre)

  const press = async (side: Side, step: number, isStop: boolean) => {
    say(undefined)
    if (markets.freshness.book.state !== "live") return say(t("notLive"))
    const price = formatSteps(step, tick)
    const order = { instrument: id, side, kind: isStop ? "stop" : "limit", price } as const
    const quantity = ladderSettings.sizes[id]
    const door = isLoggedIn() ? priceDoor(id) : undefined
    if (quantity === undefined || !door) {
      fillFromChart(market, order)
      return onTicket?.()
    }
    const isNow = isOneClick(id)
    touchOneClick()
    const answer = await door.press({ ...order, quantity }, isNow)
    if (answer.kind === "refused") say(answer.text)
  }
  const cancel = async ({ orders: here }: ShownOwn) => {
    say(undefined)
    touchOneClick()
    await Promise.all(here.map((order) => cancelOne(order)))
    say(here.map((order) => orderActions.byId[order.id]?.text).find((text) => text !== undefined))
  }
  return (
    <section
      aria-label={t("title")}
      className={classNames(shared.panel, styles.panel, isOn && styles.isOn)}
      data-stale={freshness.state === "live" ? undefined : freshness.state}
    >
      <header className={classNames(shared.head, styles.head)}>
        {title}
        <AgeMark freshness={freshness} isPaused={market.state !== "open"} isCompact />
        <span className={styles.end}>
          <IconButton glyph={LocateFixed} size={16} label={t("centre")} onClick={view.centre} />
          <IconButton
            glyph={Pin}
            size={16}
            label={t("following")}
            isOn={isCentring}
            onClick={() => chooseCentring(!isCentring)}
          />
          <Select
            label={common("book.grouping")}
            options={choices.map((choice) => ({
              value: String(choice.group),
              label: formatDecimal(choice.size, i18n.language),
            }))}
            value={String(group)}
            onChange={(value) => chooseGroup(id, Number(value))}
          />
        </span>
      </header>
      <SizeBar market={market} kind={kind} onKind={setKind} />
      <div ref={body} className={classNames(shared.body, styles.body)}>
        <LadderTable
          {...{ market, group, view, own, kind, table }}
          isLive={freshness.state === "live"}
          onPress={(side, step, isStop) => void press(side, step, isStop)}
          onCancel={(here) => void cancel(here)}
        />
      </div>
      {said === undefined ? null : (
        <Note tone="danger" isAlert className={styles.said}>
          {said}
          <IconButton glyph={X} size={16} label={t("close")} onClick={() => say(undefined)} />
        </Note>
      )}
      <LadderFoot instrument={id}>
        <OneClickSwitch market={market} />
      </LadderFoot>
      <VisuallyHidden>
        <span role="status">{told}</span>
      </VisuallyHidden>
    </section>
  )
}

/** The step of the row under a point of the window; above and below the rows that of the nearest. */
function stepUnder(table: HTMLTableElement | null, clientY: number): number | undefined {
  const all = [...(table?.tBodies[0]?.rows ?? [])]
  const row = all.find((each) => clientY < each.getBoundingClientRect().bottom) ?? all.at(-1)
  return row?.dataset.step === undefined ? undefined : Number(row.dataset.step)
}

/** The prices of the ladder: a grid of fixed steps in which one orders, moves and cancels by pointer or keys. */

import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { subscribe, useSnapshot } from "valtio"
import { formatAmount, formatSteps, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { account, openOrdersOf } from "../../stores/account-store.ts"
import { choices } from "../../stores/choices-store.ts"
import { hiddenAmounts } from "../../stores/hidden-amounts.ts"
import { hotkeysOf, isHotkey } from "../../stores/hotkeys.ts"
import { priceLadderState } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { chordWords } from "../../text/chord-words.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { chordOf } from "../../ui/page-keys.ts"
import shared from "../../ui/row-panel.module.css"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { CentreAt } from "./centre-at.view.tsx"
import { priceAtRow } from "./ladder.model.ts"
import { LadderRow, type RowActs } from "./ladder-row.view.tsx"
import { shortPrice } from "./ladder-text.ts"
import { MoveQuestion } from "./move-question.view.tsx"
import { entriesByStep, ownByStep, ownKey, type ShownOwn } from "./own-orders.model.ts"
import styles from "./price-ladder.module.css"
import { writeRows } from "./row-figures.ts"
import { type LadderView, ladderFrameOf } from "./use-ladder-place.ts"
import type { OwnMoves } from "./use-moves.ts"

interface LadderTableProps {
  market: TradedMarket
  group: number
  view: LadderView
  own: OwnMoves
  kind: "limit" | "stop"
  isLive: boolean
  table: React.RefObject<HTMLTableElement | null>
  onPress: (side: Side, step: number, isStop: boolean) => void
  onCancel: (own: ShownOwn) => void
}

interface Active {
  row: number
  side: Side
}

export function LadderTable(props: LadderTableProps) {
  const { market, group, view, own, kind, isLive, table, onPress, onCancel } = props
  const { t, i18n } = useTranslation("ladder")
  const tick = unitsOf(market.tick)
  const { place } = view
  const rows = useShownOwn(market, group, own)
  const positions = useSnapshot(account).positions as readonly Position[]
  const entries = useMemo(
    () => entriesByStep(positions, { instrument: market.id, tick, group }),
    [positions, market.id, tick, group],
  )
  const [active, setActive] = useState<Active>()
  const at = active ?? { row: Math.floor((place?.rows ?? 0) / 2), side: "buy" as const }
  const isByKeys = useRef(false)
  useEffect(() => {
    if (!isByKeys.current || !active) return
    isByKeys.current = false
    cellAt(table.current, active)?.focus()
  }, [active, table])

  const pressed = useRef<{ side: Side; step: number }>(undefined)
  const latest = useRef({ onPress, onCancel, own, kind })
  useEffect(() => {
    latest.current = { onPress, onCancel, own, kind }
  })
  const acts = useMemo(
    (): RowActs => ({
      down: (side, step) => {
        pressed.current = { side, step }
      },
      press: (side, step, hasModifier) => {
        const { kind: usual, own: moves, onPress: order } = latest.current
        const chosen = pressed.current ?? { side, step }
        pressed.current = undefined
        if (moves.carried) return
        order(chosen.side, chosen.step, (usual === "stop") !== hasModifier)
      },
      focus: (row, side) => setActive({ row, side }),
      grab: (here, clientY) => latest.current.own.grabByPointer(here, clientY),
      cancel: (here) => latest.current.onCancel(here),
    }),
    [],
  )
  // Frames are written past React: the table is drawn anew only where a price or something of one's own moves.
  useLayoutEffect(() => {
    if (!place) return
    const write = () => writeRows(table.current?.tBodies[0]?.rows, place, ladderFrameOf(market.id))
    write()
    return subscribe(priceLadderState, write)
  })

  const go = (row: number, side: Side) => {
    if (!place) return
    const within = Math.min(place.rows - 1, Math.max(0, row))
    if (within !== row) view.scroll(within - row)
    isByKeys.current = true
    setActive({ row: within, side })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.press !== undefined
    const chord = chordOf(event.nativeEvent)
    if (!place || !isCell || chord === undefined) return
    const step = priceAtRow(place, at.row)
    const here = rows.get(ownKey(at.side, step))
    const { carried } = own
    const by = KEY_STEPS[event.key]?.(place.rows)
    // The only one that may be with Ctrl or ⌘: it is the user's choice.
    if (here && isHotkey("moveOrders", chord)) own.grabByKeys(here)
    else if (event.ctrlKey || event.metaKey) return
    else if (by !== undefined && carried?.by === "keys") own.carryTo(carried.to - by * group)
    else if (by !== undefined) go(at.row + by, at.side)
    else if (event.key === "ArrowLeft") go(at.row, "buy")
    else if (event.key === "ArrowRight") go(at.row, "sell")
    else if (event.key === "Enter" && carried) own.drop()
    else if (event.key === "Enter") {
      if (!event.repeat) onPress(at.side, step, (kind === "stop") !== event.shiftKey)
    } else if (event.key === "Home") view.centre()
    else if ((event.key === "Delete" || event.key === "Backspace") && here) onCancel(here)
    else return
    event.preventDefault()
  }

  const { carried, moves } = own
  return (
    <div className={styles.grid}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen by arrow keys
        role="grid"
        aria-label={t("title")}
        className={classNames(shared.table, styles.table, carried && styles.carrying)}
        onKeyDown={onKeyDown}
        data-top={place?.top}
      >
        <caption className={styles.caption}>
          <How />
        </caption>
        <Heads />
        <tbody>
          {Array.from({ length: place?.rows ?? 0 }, (_, row) => {
            const step = place ? priceAtRow(place, row) : 0
            const sending = sendingAt(rows, step, moves)
            return (
              <LadderRow
                // By place: its figures are written into the same cells, whatever price stands there.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={row}
                row={row}
                step={step}
                short={shortPrice(step, { tick, group }, i18n.language)}
                price={formatDecimal(formatSteps(step, tick), i18n.language)}
                kind={kind}
                isLive={isLive}
                active={at.row === row ? at.side : null}
                buys={rows.get(ownKey("buy", step))}
                sells={rows.get(ownKey("sell", step))}
                over={carried?.to === step ? carried.own : undefined}
                lifted={carried?.own.step === step ? carried.own.side : null}
                sending={sending}
                entry={entries.get(step)?.side}
                acts={acts}
              />
            )
          })}
        </tbody>
      </table>
      <CentreAt beyond={view.beyond} onCentre={view.centre} />
      <MoveQuestion asked={own.asked} onAnswer={own.answer} />
      <VisuallyHidden>
        <span role="status">
          {carried
            ? t("moving", { price: formatDecimal(formatSteps(carried.to, tick), i18n.language) })
            : null}
        </span>
      </VisuallyHidden>
    </div>
  )
}

/** Rows downwards. */
const KEY_STEPS: Record<string, (rows: number) => number> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (rows) => 1 - rows,
  PageDown: (rows) => rows - 1,
}

/** How the ladder is used by keys, said to whoever doesn't see it. */
function How() {
  const { t } = useTranslation("ladder")
  const keys = hotkeysOf(useSnapshot(choices).all)
  const words = (chord: string) => chordWords(chord, t).join(" ") || "–"
  return (
    <VisuallyHidden>{t("how", { move: words(keys.moveOrders), centre: words(keys.centre) })}</VisuallyHidden>
  )
}

function Heads() {
  const { t } = useTranslation("ladder")
  return (
    <thead className={styles.heads}>
      <tr className={classNames(shared.row, styles.row)}>
        <th scope="col">{t("buys")}</th>
        <th scope="col">{t("bids")}</th>
        <th scope="col">{t("price")}</th>
        <th scope="col">{t("asks")}</th>
        <th scope="col">{t("sells")}</th>
        <th scope="col" className={styles.volume}>
          {t("volume")}
        </th>
      </tr>
    </thead>
  )
}

/** Own orders by step, with what is open of them as text. */
function useShownOwn(
  market: TradedMarket,
  group: number,
  { moves }: OwnMoves,
): ReadonlyMap<string, ShownOwn> {
  const { t } = useTranslation("ladder")
  const orders = useSnapshot(openOrdersOf(market.id)).orders as readonly OwnOrder[]
  const { areHidden } = useSnapshot(hiddenAmounts)
  const amount = useOwnAmounts()
  const moved = JSON.stringify([...moves])
  const whole = t("whole")
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what the texts depend on, not by the functions that make them
  return useMemo(() => {
    const tick = unitsOf(market.tick)
    const found = ownByStep(orders, { tick, group, moves })
    return new Map(
      [...found].map(([key, own]) => [
        key,
        { ...own, text: own.open === undefined ? whole : amount(formatAmount(own.open)) },
      ]),
    )
  }, [orders, market.tick, group, moved, whole, areHidden])
}

function sendingAt(
  rows: ReadonlyMap<string, ShownOwn>,
  step: number,
  moves: OwnMoves["moves"],
): "" | "buy" | "sell" | "both" {
  if (moves.size === 0) return ""
  const isSending = (side: Side) =>
    rows.get(ownKey(side, step))?.orders.some(({ id }) => moves.has(id)) === true
  const [buys, sells] = [isSending("buy"), isSending("sell")]
  return buys && sells ? "both" : buys ? "buy" : sells ? "sell" : ""
}

const cellAt = (table: HTMLTableElement | null, { row, side }: Active): HTMLElement | null =>
  table?.tBodies[0]?.rows[row]?.querySelector<HTMLElement>(`[data-press=${side}]`) ?? null

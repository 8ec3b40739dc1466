/** Carries own orders to another price by pointer or keys, from the grip to the server's word. */

import { useEffect, useRef, useState } from "react"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { moveOrder } from "../../order-news/move-order.ts"
import { openQuantity } from "../../order-news/open-quantity.ts"
import { openOrdersOf } from "../../stores/account-store.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { isOneClick, touchOneClick } from "../../stores/one-click.ts"
import { priceDoor } from "../../ticket/price-orders.ts"
import { useEscape } from "../../ui/use-escape.ts"
import { type Moves, type ShownOwn, standsAt } from "./own-orders.model.ts"

/** A press that hardly moves moves nothing. */
const DRAG_FROM_PX = 4

/** What is in the hand, and over which step. */
interface Carried {
  own: ShownOwn
  to: number
  by: "pointer" | "keys"
}

/** What is asked before it moves. */
export interface AskedMove {
  own: ShownOwn
  /** Wire text. */
  price: string
  warnings: readonly string[]
}

interface MovesOptions {
  market: TradedMarket
  orders: readonly OwnOrder[]
  /** The step under a point of the window; undefined: none. */
  stepUnder: (clientY: number) => number | undefined
  /** Why something went back; undefined: no more. */
  say: (text: string | undefined) => void
  /** Told aloud: what happens to what is carried. */
  tell: (what: "putBack" | { moved: string }) => void
}

export interface OwnMoves {
  carried: Carried | undefined
  moves: Moves
  asked: AskedMove | undefined
  grabByPointer: (own: ShownOwn, clientY: number) => void
  grabByKeys: (own: ShownOwn) => void
  carryTo: (step: number) => void
  drop: () => void
  answer: (isYes: boolean) => void
}

export function useMoves({ market, orders, stepUnder, say, tell }: MovesOptions): OwnMoves {
  const [carried, setCarried] = useState<Carried>()
  const [asked, setAsked] = useState<AskedMove>()
  /** By order: where it was sent to, and the sequence of the row that the request was built from. */
  const [sent, setSent] = useState<ReadonlyMap<number, { to: number; sequence: number }>>(new Map())
  const tick = unitsOf(market.tick)
  const { id } = market

  const forget = (order: number) => setSent((all) => new Map([...all].filter(([each]) => each !== order)))
  const send = async (own: ShownOwn, to: number) => {
    const price = formatSteps(to, tick)
    touchOneClick()
    const refusals = await Promise.all(
      stillOpen(own).map(async (order) => {
        const at = standsAt(order, tick)
        if (!at || at.kind === "trail" || at.price === to) return undefined
        const fault = await moveOrder(order, at.kind, price, {
          onSent: (sequence) => setSent((all) => new Map(all).set(order.id, { to, sequence })),
          onAsking: say,
        })
        if (fault !== undefined) forget(order.id)
        return fault
      }),
    )
    const fault = refusals.find((each) => each !== undefined)
    say(fault)
    if (fault === undefined) tell({ moved: price })
  }
  const drop = (now = carried) => {
    setCarried(undefined)
    if (!now || now.to === now.own.step) return
    const price = formatSteps(now.to, tick)
    const warnings = [...new Set(stillOpen(now.own).flatMap((order) => warningsOf(order, price, tick)))]
    const isAsked = chosen(choices.all, "confirmOrders") === "on" && !isOneClick(id)
    if (warnings.length > 0 || isAsked) setAsked({ own: now.own, price, warnings })
    else void send(now.own, now.to)
  }
  const putBack = () => {
    setCarried(undefined)
    tell("putBack")
  }
  useEscape(carried !== undefined, putBack)

  const grip = useRef<{ own: ShownOwn; fromY: number; to: number | undefined }>(undefined)
  const latest = useRef({ drop, stepUnder })
  useEffect(() => {
    latest.current = { drop, stepUnder }
  })
  const isHeld = carried?.by === "pointer"
  const [hasGrip, setHasGrip] = useState(false)
  // At the window: the label that was taken may leave its row while the ladder scrolls under the hand.
  useEffect(() => {
    if (!hasGrip) return
    const end = () => {
      grip.current = undefined
      setHasGrip(false)
    }
    const move = ({ clientY }: PointerEvent) => {
      const held = grip.current
      if (!held || (held.to === undefined && Math.abs(clientY - held.fromY) < DRAG_FROM_PX)) return
      held.to = latest.current.stepUnder(clientY) ?? held.to ?? held.own.step
      setCarried({ own: held.own, to: held.to, by: "pointer" })
    }
    const up = () => {
      const held = grip.current
      end()
      // Not what was drawn last: a quick hand lifts before its last move is.
      if (held?.to !== undefined) latest.current.drop({ own: held.own, to: held.to, by: "pointer" })
    }
    const cancel = () => {
      end()
      setCarried(undefined)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") end()
    }
    window.addEventListener("pointermove", move)
    window.addEventListener("pointerup", up)
    window.addEventListener("pointercancel", cancel)
    window.addEventListener("keydown", onKey, true)
    return () => {
      window.removeEventListener("pointermove", move)
      window.removeEventListener("pointerup", up)
      window.removeEventListener("pointercancel", cancel)
      window.removeEventListener("keydown", onKey, true)
    }
  }, [hasGrip])

  return {
    carried,
    // Once the private messages tell of it, it stands where they say.
    moves: new Map(
      orders.flatMap((order) => {
        const told = sent.get(order.id)
        return told && order.sequence <= told.sequence ? [[order.id, told.to] as const] : []
      }),
    ),
    asked,
    grabByPointer: (own, clientY) => {
      if (isHeld || !own.canMove) return
      say(undefined)
      grip.current = { own, fromY: clientY, to: undefined }
      setHasGrip(true)
    },
    grabByKeys: (own) => {
      if (!own.canMove) return
      say(undefined)
      setCarried({ own, to: own.step, by: "keys" })
    },
    carryTo: (to) => setCarried((now) => now && { ...now, to: Math.max(1, to) }),
    drop: () => drop(),
    answer: (isYes) => {
      setAsked(undefined)
      if (!asked) return
      if (isYes) void send(asked.own, Number(unitsOf(asked.price) / tick))
      else tell("putBack")
    },
  }
}

/** As the private messages have them now: what ended meanwhile isn't moved. */
function stillOpen({ orders }: Pick<ShownOwn, "orders">): OwnOrder[] {
  return orders.flatMap(({ id, instrument }) => {
    const now = (openOrdersOf(instrument).orders as readonly OwnOrder[]).find((each) => each.id === id)
    return now ? [now] : []
  })
}

function warningsOf(order: OwnOrder, price: string, tick: bigint): readonly string[] {
  const { instrument, side } = order
  const at = standsAt(order, tick)
  if (!at || at.kind === "trail" || (order.kind === "perpetual" && order.closePosition)) return []
  const kind = at.kind === "stop" ? "stop" : "limit"
  const quantity = openQuantity(order)
  return priceDoor(instrument)?.warnings({ instrument, side, kind, price, quantity }) ?? []
}

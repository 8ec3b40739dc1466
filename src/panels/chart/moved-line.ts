/** Moves a line by finger, mouse or keys, from the first touch to the server's word. */

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { useEscape } from "../../ui/use-escape.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { tellMove } from "./line-moves.ts"
import { isSamePrice, type MovableLine, sequenceOf, snappedPrice, steppedPrice } from "./own-lines.model.ts"

/** A finger that only rests on the label moves nothing. */
const DRAG_FROM_PX = 4

/**
 * - `dragging`: under the finger; lifting proposes.
 * - `proposed`: stands there until it is confirmed or put back.
 * - `sending`: told to the server, or about to be; the line goes where the private messages say. `sequence` is that of
 *   the row the request was built from.
 */
type Move = { state: "dragging" | "proposed"; price: string } | Sending

interface Sending {
  state: "sending"
  price: string
  sequence: number
  /** That no answer came, and the server is asked. */
  asking: string | undefined
}

/** It waits for the move of another line: no row tells of it yet. */
const NOT_SENT = Number.POSITIVE_INFINITY

/** A label that is held. */
interface Grab {
  pointerY: number
  lineTop: number
  hasMoved: boolean
  /** Where it was moved to last, wire text. */
  price: string | undefined
}

export interface MovedLine {
  /** Wire text: where the line stands now. */
  price: string
  state: "still" | Move["state"]
  /** No answer came to the move, and the server is asked. */
  asking: string | undefined
  /** Why the server refused the last move; the line has gone back. */
  refusal: string | undefined
  forgetRefusal: () => void
  /** It was taken by a finger, which covers what stands close below it. */
  isByFinger: boolean
  confirm: () => void
  putBack: () => void
  /** Of the label. */
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

export function useMovedLine(line: MovableLine, canvas: ChartCanvas, market: TradedMarket): MovedLine {
  const [move, setMove] = useState<Move>()
  const [refusal, setRefusal] = useState<string>()
  const [isByFinger, setIsByFinger] = useState(false)
  const grab = useRef<Grab>(undefined)
  const step = unitsOf(market.tick)
  // Once the private messages tell of it, it stands where they say.
  const isAnswered = move?.state === "sending" && sequenceOf(line) > move.sequence
  const current = isAnswered ? undefined : move
  const price = current?.price ?? line.price

  const putBack = () => {
    grab.current = undefined
    setMove(undefined)
  }
  const send = (to: string) => {
    grab.current = undefined
    if (isSamePrice(to, line.price)) return setMove(undefined)
    setMove({ state: "sending", price: to, sequence: NOT_SENT, asking: undefined })
    const change = (changed: (sending: Sending) => Move | undefined) =>
      setMove((latest) => (latest?.state === "sending" && latest.price === to ? changed(latest) : latest))
    void tellMove(line, to, {
      traded: market,
      onSent: (sequence) => change((sending) => ({ ...sending, sequence })),
      onAsking: (asking) => change((sending) => ({ ...sending, asking })),
    }).then((fault) => {
      setRefusal(fault)
      change((sending) => (fault ? undefined : { ...sending, asking: undefined }))
    })
  }
  const propose = (to: string) => {
    grab.current = undefined
    if (isSamePrice(to, line.price)) setMove(undefined)
    else if (chosen(choices.all, "confirmOrders") === "on") setMove({ state: "proposed", price: to })
    else send(to)
  }

  useEscape(current?.state === "dragging" || current?.state === "proposed", putBack)

  return {
    price,
    state: current?.state ?? "still",
    asking: current?.state === "sending" ? current.asking : undefined,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    isByFinger,
    confirm: () => current && send(current.price),
    putBack,
    handlers: {
      onPointerDown: (event) => {
        if (current?.state === "sending" || event.button !== 0) return
        const lineTop = canvas.priceTop(Number(price))
        if (lineTop === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsByFinger(event.pointerType === "touch")
        grab.current = { pointerY: event.clientY, lineTop, hasMoved: false, price: undefined }
      },
      onPointerMove: (event) => {
        const held = grab.current
        if (!held) return
        const by = event.clientY - held.pointerY
        if (!held.hasMoved && Math.abs(by) < DRAG_FROM_PX) return
        held.hasMoved = true
        setRefusal(undefined)
        // Beyond the pane the line stays at its edge.
        const value = canvas.priceNear(held.lineTop + by)
        if (value === undefined) return
        held.price = snappedPrice(value, step)
        setMove({ state: "dragging", price: held.price })
      },
      onPointerUp: () => {
        const held = grab.current
        grab.current = undefined
        // Not what was drawn last: a quick finger lifts before its last move is.
        if (held?.price !== undefined) propose(held.price)
      },
      onPointerCancel: putBack,
      onKeyDown: (event) => {
        if (current?.state === "sending") return
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0
        if (by !== 0) {
          setRefusal(undefined)
          setMove({ state: "proposed", price: steppedPrice(price, event.shiftKey ? by * 10 : by, step) })
        } else if (event.key === "Enter" && current) send(current.price)
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

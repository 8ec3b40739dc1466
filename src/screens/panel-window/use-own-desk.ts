/** A window's way to its desk: it follows the desk's market and interval while it is linked, and hands presses on. */

import { useCallback, useEffect, useMemo, useRef } from "react"
import type { Interval } from "#core/candle/interval.ts"
import { useGo } from "../../places/screen-link.tsx"
import { type DeskMessage, deskChannel, holdWindow } from "../../stores/desk-windows.ts"
import type { Side } from "../../stores/ticket-store.ts"
import type { PanelWindowProps } from "./panel-window.view.tsx"

export interface OwnDesk {
  /** A level of the book was pressed: the desk's ticket takes it, if it is of the same market. */
  pick: (side: Side, price: string) => void
  setInterval: (interval: Interval) => void
  /** Another screen: the desk shows it; where there is none any more, this window does. */
  go: (address: string) => void
  /** Asks the desk what it shows. */
  ask: () => void
}

/** A desk that is there answers at once. */
const DESK_PATIENCE_MS = 400

interface OwnDeskProps extends PanelWindowProps {
  isLinked: boolean
}

export function useOwnDesk({ panel, symbol, interval, desk, isLinked }: OwnDeskProps): OwnDesk {
  const goTo = useGo()
  const show = useCallback(
    (next: { symbol: string; interval: Interval }) =>
      goTo("/pages/panel/index", { panel, id: desk, ...next }, { isReplacing: true }),
    [goTo, panel, desk],
  )
  const latest = useRef({ symbol, interval, isLinked, show })
  useEffect(() => {
    latest.current = { symbol, interval, isLinked, show }
  })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = useRef<(message: DeskMessage) => void>(() => undefined)
  useEffect(() => {
    if (desk === "") return
    const channel = deskChannel(desk)
    send.current = (message) => channel?.postMessage(message)
    if (channel)
      channel.onmessage = ({ data }: MessageEvent<DeskMessage>) => {
        const now = latest.current
        if (data.of === "went") clearTimeout(waiting.current)
        if (data.of === "who") channel.postMessage({ of: "here", panel } satisfies DeskMessage)
        if (data.of !== "state" || !now.isLinked) return
        if (data.symbol === now.symbol && data.interval === now.interval) return
        now.show({ symbol: data.symbol, interval: data.interval })
      }
    const release = holdWindow(desk, panel, () => send.current({ of: "here", panel }))
    return () => {
      release()
      channel?.close()
      send.current = () => undefined
    }
  }, [desk, panel])
  return useMemo(
    () => ({
      pick: (side, price) => send.current({ of: "pick", symbol: latest.current.symbol, side, price }),
      setInterval: (next) => {
        latest.current.show({ symbol: latest.current.symbol, interval: next })
        if (latest.current.isLinked) send.current({ of: "interval", interval: next })
      },
      go: (address) => {
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => {
          window.location.hash = address
        }, DESK_PATIENCE_MS)
        send.current({ of: "go", address })
      },
      ask: () => send.current({ of: "here", panel }),
    }),
    [panel],
  )
}

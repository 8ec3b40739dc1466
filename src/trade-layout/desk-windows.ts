/** What a desk does for its windows: tells them market and interval, and does what was pressed in them. */

import { useEffect, useRef } from "react"
import { type DeskMessage, deskChannel, deskName, noteWindow } from "../stores/desk-windows.ts"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"

type Followed = Pick<TradeLayoutProps, "market" | "interval" | "onInterval" | "onPick">

export function useDeskWindows({ market, interval, onInterval, onPick }: Followed): void {
  const { id } = market
  const latest = useRef({ id, interval, onInterval, onPick })
  const tell = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = { id, interval, onInterval, onPick }
    tell.current?.()
  })
  useEffect(() => {
    const desk = deskName()
    const channel = deskChannel(desk)
    if (!channel) return
    const send = (message: DeskMessage) => channel.postMessage(message)
    let told = ""
    const state = (isAsked: boolean) => {
      const { id: symbol, interval } = latest.current
      if (!isAsked && told === `${symbol} ${interval}`) return
      told = `${symbol} ${interval}`
      send({ of: "state", symbol, interval })
    }
    tell.current = () => state(false)
    channel.onmessage = ({ data }: MessageEvent<DeskMessage>) => {
      const now = latest.current
      switch (data.of) {
        case "here":
          noteWindow(desk, data.panel)
          return state(true)
        case "interval":
          return data.interval === now.interval ? undefined : now.onInterval(data.interval)
        case "pick":
          return data.symbol === now.id ? now.onPick(data.side, data.price) : undefined
        case "go":
          send({ of: "went" })
          window.location.hash = data.address
      }
    }
    send({ of: "who" })
    state(true)
    return () => {
      tell.current = undefined
      channel.close()
    }
  }, [])
}

/**
 * Panels in windows of their own. A desk and its windows share a name (kept by the tab, so it outlasts a reload) and tell
 * each other over a channel of that name: the desk its market and interval, a window what was pressed in it. That a window
 * is there is known by a lock that it holds: the browser gives it back however the window ends. Each window has a market
 * worker of its own, which asks for what its one panel shows, while the desk no longer asks for it.
 */

import { proxy } from "valtio/vanilla"
import type { Interval } from "#core/candle/interval.ts"
import type { WindowPanel } from "#core/workspace/window-panels.ts"
import { readTab, writeTab } from "./tab-storage.ts"
import type { Side } from "./ticket-store.ts"

export interface DeskState {
  symbol: string
  interval: Interval
}

export type DeskMessage =
  | ({ of: "state" } & DeskState)
  /** A window is there and asks for the state. */
  | { of: "here"; panel: WindowPanel }
  /** A desk is there and asks for its windows. */
  | { of: "who" }
  | { of: "interval"; interval: Interval }
  | { of: "pick"; symbol: string; side: Side; price: string }
  /** The desk should show this address of the app; it answers that it does. */
  | { of: "go"; address: string }
  | { of: "went" }

const NAME_KEY = "saker:desk-name"
const NAME = /^[A-Za-z0-9-]{1,40}$/

/** The desk's own name, for as long as the tab lives. */
export function deskName(): string {
  const known = readTab(NAME_KEY)
  if (known !== null && NAME.test(known)) return known
  const name = crypto.randomUUID()
  writeTab(NAME_KEY, name)
  return name
}

/** Undefined in a browser without it: windows then stand for themselves. */
export const deskChannel = (desk: string): BroadcastChannel | undefined =>
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`saker:desk:${desk}`)

const lockOf = (desk: string, panel: WindowPanel): string => `saker:window:${desk}:${panel}`

/** Whether the end of a window can be known; where it can't, its panel stays on the desk as well. */
export const knowsEnds = (): boolean => globalThis.navigator?.locks !== undefined

/** Told by a window when it is there; until `stop`, or the window's end, the desk counts on it. */
export function holdWindow(desk: string, panel: WindowPanel, onHeld: () => void): () => void {
  if (!knowsEnds()) {
    onHeld()
    return () => undefined
  }
  const stop = new AbortController()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  navigator.locks
    .request(lockOf(desk, panel), { signal: stop.signal }, () => {
      onHeld()
      return held
    })
    .catch(() => undefined)
  return () => {
    stop.abort()
    letGo()
  }
}

/** Of this desk: the panels that are in windows of their own now. */
export const deskWindows = proxy<{ open: readonly WindowPanel[] }>({ open: [] })

/** A window has said that it is there: its panel leaves the desk, and comes back when the window is gone. */
export function noteWindow(desk: string, panel: WindowPanel): void {
  if (deskWindows.open.includes(panel) || !knowsEnds()) return
  deskWindows.open = [...deskWindows.open, panel]
  void navigator.locks.request(lockOf(desk, panel), () => {
    deskWindows.open = deskWindows.open.filter((each) => each !== panel)
  })
}

const SIZES: Readonly<Record<WindowPanel, { width: number; height: number }>> = {
  chart: { width: 1000, height: 640 },
  book: { width: 340, height: 760 },
  tape: { width: 320, height: 640 },
  orders: { width: 1000, height: 380 },
  positions: { width: 1000, height: 380 },
}

/** False: the browser allows no window. One that is open already comes to the front. */
export function openWindow(panel: WindowPanel, { symbol, interval }: DeskState): boolean {
  const { width, height } = SIZES[panel]
  const search = new URLSearchParams({ panel, symbol, interval, id: deskName() })
  const address = `${window.location.pathname}#/pages/panel/index?${search}`
  const opened = window.open(address, `saker-${panel}-${deskName()}`, `popup,width=${width},height=${height}`)
  opened?.focus()
  return opened !== null
}

/**
 * One-click trading: a press at a price sends without a question. It is switched on by hand, for one market, and never
 * outlives the page: it ends after a time without use, and with what the screen tells it of (one-click-watch of the desk).
 */

import { proxy } from "valtio"
import { choices, chosen } from "./choices-store.ts"

/** Why it went off; `hand`: its user switched it off. */
export type OneClickEnd = "hand" | "unused" | "left" | "offline" | "logout"

const MINUTE_MS = 60_000
/** In its last minute the time that is left is shown. */
export const LAST_MS = MINUTE_MS

interface OneClick {
  /** The market that it is on for; null: off. */
  instrument: string | null
  /** Local epoch ms at which it goes off unless it is used before. */
  until: number
  /** Why it went off last; null while it is on, and before its first use. */
  end: OneClickEnd | null
}

export const oneClick = proxy<OneClick>({ instrument: null, until: 0, end: null })

let timer: ReturnType<typeof setTimeout> | undefined

/** Minutes without use after which it goes off. */
const oneClickMinutes = (): number => Number(chosen(choices.all, "oneClickIdle"))

export function beginOneClick(instrument: string): void {
  Object.assign(oneClick, { instrument, end: null })
  touchOneClick()
}

/** It was used: the time begins anew. */
export function touchOneClick(): void {
  if (oneClick.instrument === null) return
  oneClick.until = Date.now() + oneClickMinutes() * MINUTE_MS
  arm()
}

export function endOneClick(end: OneClickEnd): void {
  if (oneClick.instrument === null) return
  clearTimeout(timer)
  Object.assign(oneClick, { instrument: null, until: 0, end })
}

/** Whether a press sends now. Judged by the clock: a page that slept finds it off, whatever its timer did. */
export function isOneClick(instrument: string): boolean {
  if (oneClick.instrument !== null && Date.now() >= oneClick.until) endOneClick("unused")
  return oneClick.instrument === instrument
}

/** Another market is on screen: it goes off, or along with its user, as they chose. */
export function followMarketOneClick(instrument: string): void {
  if (oneClick.instrument === null || oneClick.instrument === instrument) return
  if (chosen(choices.all, "oneClickEnds") === "market") endOneClick("left")
  else oneClick.instrument = instrument
}

function arm(): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      if (Date.now() >= oneClick.until) endOneClick("unused")
      else arm()
    },
    Math.max(0, oneClick.until - Date.now()),
  )
}

/** The time, to the second. One timer for everything on screen that counts. */

import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    second = Date.now()
    timer = setInterval(() => {
      second = Date.now()
      for (const each of listeners) each()
    }, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const idle = () => () => {}

/** Local epoch ms, renewed each second while `isCounting`; otherwise it stands still and costs nothing. */
export function useEachSecond(isCounting: boolean): number {
  return useSyncExternalStore(isCounting ? subscribe : idle, () => second)
}

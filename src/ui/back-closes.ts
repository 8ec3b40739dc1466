/**
 * Back closes what is open before it leaves the screen.
 *
 * With an entry of the app behind the present one, the router holds back up there. The tab's first entry has none: back would
 * leave the app without asking. While something is open there, a second entry of the same address (the guard) takes the step.
 */

import type { TabHistory } from "./tab-history.ts"

interface Tab {
  history: TabHistory
  win: Window
  /** Asks what was opened last to close, which may decline; false: nothing is open. */
  closeNewest: () => boolean
}

/** In the state of the guard's entry. */
const GUARD = "isGuard"

/** @returns what must be told whenever something opens or closes: whether anything is open */
export function letBackClose({ history, win, closeNewest }: Tab): (isAnyOpen: boolean) => void {
  const { push, replace } = history
  let isAnyOpen = false
  let unblock: (() => void) | undefined
  /** A step through the history is on its way; what would change the history meanwhile waits for its end. */
  let isMoving = false
  const waiting: (() => void)[] = []

  const isOnGuard = () => GUARD in history.location.state
  const address = () => win.location.hash.slice(1) || "/"

  /** Called before a step, or while the browser tells of it. */
  const moving = (arrived?: () => void) => {
    isMoving = true
    win.addEventListener(
      "popstate",
      () => {
        isMoving = false
        arrived?.()
        for (const run of waiting.splice(0)) run()
        arrange()
      },
      { once: true },
    )
  }
  const whenStill = (run: () => void) => {
    if (isMoving) waiting.push(run)
    else run()
  }

  const leaveGuard = () => {
    const shown = address()
    moving(() => {
      // What was open may have changed the address below it: a market chosen, a list turned.
      if (address() !== shown) replace(shown)
    })
    history.back()
  }
  const arrange = () => {
    if (isMoving) return
    if (!isAnyOpen && isOnGuard()) leaveGuard()
    else if (isAnyOpen && history.location.state.__TSR_index === 0) push(address(), { [GUARD]: true })
  }

  // The way on from a guard takes its place: back from there leads to the screen, once.
  history.push = (...to) => whenStill(() => (isOnGuard() ? replace(...to) : push(...to)))
  history.replace = (path, state, how) =>
    whenStill(() => replace(path, isOnGuard() ? { ...state, [GUARD]: true } : state, how))

  return (isOpen) => {
    isAnyOpen = isOpen
    // With a blocker every navigation waits for its answer: only while something is open.
    if (!isOpen) {
      unblock?.()
      unblock = undefined
      // What closed may go on to another screen with the same press.
      setTimeout(arrange)
      return
    }
    arrange()
    unblock ??= history.block({
      blockerFn: ({ action }) => {
        if (isMoving || action !== "BACK" || !closeNewest()) return false
        // The router goes forward again by itself.
        moving()
        return true
      },
      enableBeforeUnload: false,
    })
  }
}

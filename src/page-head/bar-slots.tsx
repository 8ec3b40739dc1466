/**
 * The slots of the shell that a screen fills. In the top bar its own title, and controls at the right end (on a desk the
 * head of a page beside the tabs); at the top of the page its skips.
 */

import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo, useState } from "react"
import { createPortal } from "react-dom"

interface Slots {
  title: HTMLElement | null
  end: HTMLElement | null
  skips: HTMLElement | null
  setTitle: (element: HTMLElement | null) => void
  setEnd: (element: HTMLElement | null) => void
  setSkips: (element: HTMLElement | null) => void
  /** How many screens have a title of their own: then the route's name gives way. */
  titlesOwned: number
  ownTitle: (change: 1 | -1) => void
}

const SlotContext = createContext<Slots | undefined>(undefined)

export function BarSlots({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const [skips, setSkips] = useState<HTMLElement | null>(null)
  const [titlesOwned, setTitlesOwned] = useState(0)
  const ownTitle = useCallback((change: 1 | -1) => setTitlesOwned((count) => count + change), [])
  const slots = useMemo(
    () => ({ title, end, skips, setTitle, setEnd, setSkips, titlesOwned, ownTitle }),
    [title, end, skips, titlesOwned, ownTitle],
  )
  return <SlotContext value={slots}>{children}</SlotContext>
}

export function useBarSlots(): Slots {
  const slots = use(SlotContext)
  if (!slots) throw new Error("the top bar's slots are only inside of the shell")
  return slots
}

/** Takes the place of the route's name in the phone's top bar or a page's head: the pair and its menu, say. Nothing on a desk's tabs. */
export function TopBarTitle({ children }: { children: ReactNode }) {
  const { title, ownTitle } = useBarSlots()
  useLayoutEffect(() => {
    ownTitle(1)
    return () => ownTitle(-1)
  }, [ownTitle])
  return title ? createPortal(children, title) : null
}

/** Adds controls at the right end of the phone's top bar, after the status light, or behind a page's title. Nothing on a desk's tabs. */
export function TopBarEnd({ children }: { children: ReactNode }) {
  const { end } = useBarSlots()
  return end ? createPortal(children, end) : null
}

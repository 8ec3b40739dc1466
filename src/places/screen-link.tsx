/** How does one go from screen to screen? Links and steps that only know addresses of the map. */

import { Link, useMatch, useNavigate, useRouter, useRouterState } from "@tanstack/react-router"
import type { AriaAttributes, MouseEventHandler, ReactNode } from "react"
import { backStep } from "./guards.ts"
import { placeOf, type RawSearch, readSearch, type ScreenSearch } from "./screen-search.ts"
import type { ScreenPath } from "./site.ts"

interface ScreenLinkProps extends AriaAttributes {
  to: ScreenPath
  search?: ScreenSearch
  /** Takes the place of the present one in the history. */
  isReplacing?: boolean
  className?: string | undefined
  title?: string | undefined
  /** −1 in a list, where arrow keys lead to it. */
  tabIndex?: -1
  onClick?: MouseEventHandler<HTMLAnchorElement>
  children: ReactNode
}

/** A true link (it can be opened in a new tab); its screen is fetched ahead when a press is likely. */
export function ScreenLink({ to, search = {}, isReplacing = false, ...rest }: ScreenLinkProps) {
  return <Link {...rest} to={to as string} search={search as never} replace={isReplacing} />
}

/** Goes to a screen from code. */
export function useGo(): (to: ScreenPath, search?: ScreenSearch, how?: { isReplacing?: boolean }) => void {
  const navigate = useNavigate()
  return (to, search = {}, how) => {
    void navigate({ to: to as string, search: search as never, replace: how?.isReplacing ?? false })
  }
}

/** How long the browser gets to go back before home is opened instead. */
const BACK_PATIENCE_MS = 400

/** Back: in the app's stack, else in the browser's history, else home. */
export function useGoBack(): () => void {
  const router = useRouter()
  const go = useGo()
  return () => {
    const step = backStep({
      stackDepth: router.history.location.state.__TSR_index,
      hasHistory: window.history.length > 1,
    })
    if (step === "home") return go("/", {}, { isReplacing: true })
    const before = window.location.href
    router.history.back()
    // History of which nothing lies behind (only ahead) can't be told apart: nothing happens then.
    if (step === "history")
      setTimeout(() => {
        if (window.location.href === before) go("/", {}, { isReplacing: true })
      }, BACK_PATIENCE_MS)
  }
}

/** The place shown now; undefined where the address is none of ours. */
export function useScreenPath(): ScreenPath | undefined {
  return useRouterState({ select: (state) => placeOf(state.location.pathname) })
}

/**
 * What the address of this screen says beside the path, checked: see ScreenSearch. Nonsense and what the screen doesn't read
 * is left out. Of the screen's own match: on the way to another the address moves on before the screen is gone.
 */
export function useScreenSearch(): ScreenSearch {
  const text = useMatch({
    strict: false,
    shouldThrow: false,
    select: ({ pathname, search }) => {
      const path = placeOf(pathname)
      return JSON.stringify(path ? readSearch(path, search as RawSearch) : {})
    },
  })
  return JSON.parse(text ?? "{}") as ScreenSearch
}

/** As the address says it now; undefined from where another screen's address stands, though this one is still shown. */
export function useSearchWhileHere(): ScreenSearch | undefined {
  const here = useMatch({ strict: false, shouldThrow: false, select: ({ pathname }) => pathname })
  const text = useRouterState({
    select: ({ location: { pathname, search } }) => {
      const path = pathname === here ? placeOf(pathname) : undefined
      return path && JSON.stringify(readSearch(path, search as RawSearch))
    },
  })
  return text === undefined ? undefined : (JSON.parse(text) as ScreenSearch)
}

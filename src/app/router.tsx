/** How does the map become a router? One route a place, guarded, its screen lazy; addresses live after the hash. */

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router"
import { laterScreen, type ScreenPath, screens, site } from "../routes.ts"
import { isLoggedIn } from "../stores/session-store.ts"
import { FailedScreen } from "./failed-screen.tsx"
import { mayVisit } from "./guards.ts"
import { type LoadScreen, lazyScreen } from "./lazy-screen.tsx"
import { PendingScreen } from "./pending-screen.tsx"
import { formatSearch, parseSearch, type RawSearch, readSearch } from "./screen-search.ts"
import { Shell } from "./shell.tsx"

/** Before a loading face is shown (seed section 9): a quick chunk must not flicker. */
const PENDING_DELAY_MS = 200

const NotFoundScreen = lazyScreen(
  async () => (await import("../screens/not-found/not-found.route.tsx")).NotFoundScreen,
)

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen })

const built: Partial<Record<ScreenPath, LoadScreen>> = screens
const lazyScreens = new Map<LoadScreen, ReturnType<typeof lazyScreen>>()

/** The same code is fetched once, however many addresses show it. */
function screenOf(path: ScreenPath) {
  const load = built[path] ?? laterScreen
  const known = lazyScreens.get(load) ?? lazyScreen(load, site[path].name === "home" ? "first" : "all")
  lazyScreens.set(load, known)
  return known
}

const routes = (Object.keys(site) as ScreenPath[]).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screenOf(path),
    validateSearch: (raw: RawSearch) => readSearch(path, raw),
    beforeLoad: ({ location }) => {
      if (mayVisit(path, isLoggedIn())) return
      const to = path + formatSearch(readSearch(path, location.search as RawSearch))
      throw redirect({ to: "/login" as string, search: { to } as never, replace: true })
    },
  }),
)

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  parseSearch,
  stringifySearch: formatSearch,
  search: { strict: true },
  defaultPreload: "intent",
  defaultPendingMs: PENDING_DELAY_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: false,
})

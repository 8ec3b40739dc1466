/** The router. One route a place, guarded, its screen lazy; addresses live after the hash. */

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router"
import { mayVisit } from "../places/guards.ts"
import { formatSearch, parseSearch, type RawSearch, readSearch } from "../places/screen-search.ts"
import { type ScreenPath, site } from "../places/site.ts"
import type { LoadScreen } from "../routes.ts"
import { isLoggedIn } from "../stores/session-store.ts"
import { tab } from "../ui/tab-history.ts"
import { numberTypedAddresses } from "../ui/typed-address.ts"
import { FailedScreen } from "./failed-screen.tsx"
import { lazyScreen } from "./lazy-screen.tsx"
import { PendingScreen } from "./pending-screen.tsx"
import { Shell } from "./shell.tsx"

/** Before a loading face is shown: a quick chunk must not flicker. */
const PENDING_DELAY_MS = 200

const NotFoundScreen = lazyScreen(
  async () => (await import("../screens/not-found/not-found.route.tsx")).NotFoundScreen,
)

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen })

const HomeScreen = lazyScreen(
  async () => (await import("../screens/home/home.route.tsx")).HomeScreen,
  "first",
)

/** Where the files of all screens but home are named: 3 kB gz that home can be shown without. */
export const loadRoutes = () => import("../routes.ts")

const loadScreen =
  (path: ScreenPath): LoadScreen =>
  async () =>
    (await loadRoutes()).screenAt(path)()

const screenOf = (path: ScreenPath) =>
  site[path].name === "home" ? HomeScreen : lazyScreen(loadScreen(path))

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

numberTypedAddresses(() => router.history.location.state.__TSR_index)

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

tab.history = router.history

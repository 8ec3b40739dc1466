/** What a component needs around it: a router for its links, the bars, a server that answers, a person, and markets. */

import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router"
import { act, render } from "@testing-library/react"
import type { ReactNode } from "react"
import type { AlertRow } from "#core/wire/alert.ts"
import type { Position } from "#core/wire/contract.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { type Balance, type SpotOrder, spotOrderExample } from "#core/wire/trading.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import { connectCalls } from "#src/api/server-door.ts"
import { BarSlots } from "#src/page-head/bar-slots.tsx"
import { writeAccount } from "#src/stores/account-store.ts"
import { writeCatalogue } from "#src/stores/market-store.ts"
import { session } from "#src/stores/session-store.ts"
import type { AccountFrame } from "#workers/market/market.api.ts"
import { FalseServer } from "./false-server.ts"

/** The page's one server; its replies are forgotten by `reset`. */
export const server = new FalseServer()
connectCalls({ apiBase: "", token: () => session.token, fetch: server.fetch })

/** BTC_USDT, in steps of 0.1 and 0.00001. */
export const spot = {
  kind: "spot",
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  name: "Bitcoin",
  tick: "0.1",
  lot: "0.00001",
  state: "open",
  listedAt: 0,
  openAt: 0,
  delistAt: 0,
  minQuantity: "0.00001",
  maxQuantity: "900.00000",
  maxMarketQuantity: "100.00000",
  minNotional: "5",
  priceRule: "strict",
  band: "0.05",
  marketProtection: "0.05",
} as unknown as SpotMarket

/** Renders it within a router; its links lead nowhere. */
export function renderInPage(node: ReactNode) {
  const routeTree = createRootRoute()
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) })
  return render(node, {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router as never}>
        <BarSlots>{children}</BarSlots>
      </RouterContextProvider>
    ),
  })
}

export const listMarkets = (): void => writeCatalogue([spot])

/** An open order; fields as they come over the wire. */
export const order = (fields: Partial<Record<keyof SpotOrder, unknown>> = {}): SpotOrder =>
  ({ ...spotOrderExample, ...fields }) as SpotOrder

/** Changes a store and lets the page follow: stores tell of their changes a moment later, all at once. */
export const happens = (change: () => unknown): Promise<void> => act(async () => void change())

interface Told extends Partial<Omit<AccountFrame, "rows">> {
  orders?: SpotOrder[]
  balances?: Balance[]
  positions?: Position[]
  seconds?: SecondContract[]
  alerts?: AlertRow[]
  twaps?: TwapRow[]
  paused?: PausedRow[]
}

/** What the private socket tells, as `follow-account` writes it. */
export const tellAccount = ({
  orders = [],
  balances = [],
  positions = [],
  seconds = [],
  alerts = [],
  twaps = [],
  paused = [],
  ...state
}: Told): Promise<void> =>
  happens(() =>
    writeAccount({
      token: session.token,
      state: "live",
      silentSince: null,
      isWhole: false,
      ...state,
      rows: {
        order: orders,
        fill: [],
        position: positions,
        balance: balances,
        notice: [],
        second: seconds,
        ai: [],
        alert: alerts,
        twap: twaps,
        paused,
        deposit: [],
        withdrawal: [],
      },
    }),
  )

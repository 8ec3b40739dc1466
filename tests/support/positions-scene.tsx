/** The panel of positions on a page with a false server: a long isolated and a short cross position in one contract, at a mark. */

import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { Fragment } from "react"
import { VirtuosoMockContext } from "react-virtuoso"
import { afterEach, beforeEach, vi } from "vitest"
import { type Position, positionExample } from "#core/wire/contract.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { forgetPrivateAnswers } from "#src/api/kept-answers.ts"
import { positionActions } from "#src/order-news/position-actions.ts"
import { closePositionSheet } from "#src/panels/positions/position-sheet.ts"
import { PositionsPanel } from "#src/panels/positions/positions.view.tsx"
import { forgetAccount, writeAccount } from "#src/stores/account-store.ts"
import { forgetContracts, writeContracts } from "#src/stores/contracts-store.ts"
import { writeCatalogue } from "#src/stores/market-store.ts"
import { session } from "#src/stores/session-store.ts"
import { closeToast, toaster } from "#src/ui/toaster.ts"
import type { ContractAccountCells, PositionCells } from "#workers/market/market.api.ts"
import type { Commits } from "./commits.tsx"
import { happens, renderInPage, server, spot } from "./page-scene.tsx"

await import("#src/ui/sheet-body.tsx")
await import("#src/ui/dialog-body.tsx")

const btc = {
  ...spot,
  ...{ kind: "perpetual", id: "BTC_USDT_PERP", lot: "0.001", index: "BTC_USDT", leverageMax: 125 },
} as unknown as ContractMarket
export const long: Position = {
  ...positionExample,
  ...{ id: 7, quantity: "0.020" as Position["quantity"], cost: "1345.682", margin: "67.2841" },
  marginMode: "isolated",
}
export const short: Position = { ...long, id: 8, side: "short", marginMode: "cross", cost: "-1345.682" }
export const cells = (id: number, change: Partial<PositionCells> = {}): PositionCells => ({
  ...{
    id,
    mark: "67,300.5",
    markValue: "67300.5",
    liquidation: "64,100.2",
    liquidationValue: "64100.2",
    away: "4.7\u202f%",
  },
  ...{
    nearness: "near",
    unrealised: "0.328",
    sign: 1,
    roe: "+0.49\u202f%",
    margin: "67.2841",
    funding: "-0.13",
    nextFunding: 1_790_000_000_000,
  },
  ...{ ratio: "7.9\u202f%", share: 0.079, alarm: 0 },
  ...change,
})
export const figures: ContractAccountCells = {
  ...{ currency: "USDT", equity: "500", unrealised: "0.328", used: "67.2841", free: "400", movable: "399.5" },
  ...{ ratio: "1.0\u202f%", share: 0.01, alarm: 0, moves: [] },
}

export const tell = (positions: readonly Position[]) =>
  happens(() =>
    writeAccount({
      ...{ token: session.token, state: "live", silentSince: null, isWhole: true },
      rows: {
        order: [],
        fill: [],
        position: positions,
        balance: [],
        notice: [],
        second: [],
        ai: [],
        alert: [],
        deposit: [],
        withdrawal: [],
        twap: [],
        paused: [],
      },
    }),
  )
export const mark = (...positions: PositionCells[]) =>
  happens(() => writeContracts({ positions, account: figures }))

/** A list knows its height from its surroundings; here it is told. */
export const panel = (form: "table" | "cards", Around: Commits["Counted"] = Fragment) =>
  renderInPage(
    <VirtuosoMockContext.Provider value={{ viewportHeight: 800, itemHeight: 200 }}>
      <Around>
        <PositionsPanel form={form} scrolls="self" />
      </Around>
    </VirtuosoMockContext.Provider>,
  )
export const shown = () =>
  [...document.querySelectorAll("[data-position]")].map((row) => row.textContent ?? "")
export const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }))

/** Presses the sheet's button, and answers the question that it asks. */
export async function close(amount: RegExp): Promise<void> {
  await press(amount)
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: amount }))
}

/** Sets the scene before each test of the file and clears it afterwards. */
export function setPositionsScene(): void {
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    writeCatalogue([btc])
    await tell([long, short])
    await mark(cells(7), cells(8, { sign: -1, unrealised: "-0.328", roe: "\u22120.49\u202f%" }))
  })
  afterEach(async () => {
    await happens(() => {
      closePositionSheet()
      positionActions.byId = {}
      forgetAccount()
      forgetPrivateAnswers()
      forgetContracts()
      for (const { id } of toaster.messages) closeToast(id)
    })
    server.reset()
  })
}

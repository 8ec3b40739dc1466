/** AI products on a page with a false server: one product, an account with money, holdings as the socket tells them. */

import { afterEach, beforeEach, vi } from "vitest"
import type { AiHolding } from "#core/wire/ai.ts"
import type { Balance } from "#core/wire/trading.ts"
import { forgetPrivateAnswers } from "#src/api/kept-answers.ts"
import { forgetAccount, writeAccount } from "#src/stores/account-store.ts"
import { hideAmounts } from "#src/stores/hidden-amounts.ts"
import { session } from "#src/stores/session-store.ts"
import { happens, server } from "./page-scene.tsx"
import { speak } from "./words.ts"

await import("#src/ui/dialog-body.tsx")

/** What the private socket tells of holdings, and of USDT in the funding account. */
export const tellHoldings = (holdings: readonly AiHolding[], available = "1000", isWhole = false) =>
  happens(() =>
    writeAccount({
      ...{ token: session.token, state: "live", silentSince: null, isWhole },
      rows: {
        ...{
          order: [],
          fill: [],
          position: [],
          notice: [],
          second: [],
          ai: holdings,
          alert: [],
          deposit: [],
          withdrawal: [],
          twap: [],
          paused: [],
        },
        balance: [{ wallet: "funding", currency: "USDT", available, held: "0" } as Balance],
      },
    }),
  )

/** Sets the scene before each test of the file and clears it afterwards. */
export function setAiScene(): void {
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    await speak("en")
    await happens(() => {
      session.token = "token"
    })
    await tellHoldings([], "1000", true)
  })
  afterEach(async () => {
    await happens(() => {
      forgetPrivateAnswers()
      forgetAccount()
      hideAmounts(false)
      session.token = null
    })
    server.reset()
    vi.restoreAllMocks()
  })
}

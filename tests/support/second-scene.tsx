/** Second contracts on a page with a false server: one market, its index live, an account with money. */

import { afterEach, beforeEach, vi } from "vitest"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { SecondMarket } from "#core/wire/market.ts"
import { optionLimit } from "#core/wire/option-calls.ts"
import { type SecondContract, secondContractExample } from "#core/wire/second.ts"
import type { Balance } from "#core/wire/trading.ts"
import { forgetPrivateAnswers } from "#src/api/kept-answers.ts"
import { forgetAccount, writeAccount } from "#src/stores/account-store.ts"
import { choices } from "#src/stores/choices-store.ts"
import { market, writeCatalogue, writeIndexes } from "#src/stores/market-store.ts"
import { fillSecondForm, seenResults } from "#src/stores/second-form-store.ts"
import { session } from "#src/stores/session-store.ts"
import { closeToast, toaster } from "#src/ui/toaster.ts"
import type { IndexCells } from "#workers/market/market.api.ts"
import { answer } from "./false-server.ts"
import { happens, server, spot } from "./page-scene.tsx"
import { speak } from "./words.ts"

await import("#src/ui/dialog-body.tsx")
await import("#src/ui/sheet-body.tsx")

/** BTC_USDT_SEC in ticks of 0.1: 30 s pay 80 %, 60 s pay 82 %, from 5 to 5,000. */
export const second = {
  ...spot,
  ...{ kind: "second", id: "BTC_USDT_SEC", index: "BTC_USDT" },
  periods: [
    { seconds: 30, payoutRate: "0.8", minStake: "5", maxStake: "5000" },
    { seconds: 60, payoutRate: "0.82", minStake: "5", maxStake: "5000" },
  ],
} as unknown as SecondMarket

export const running: SecondContract = {
  ...secondContractExample,
  ...{ status: "open", before: null, settle: null, paid: "", settled: 0 },
}

export const noLimit: ResponseOf<typeof optionLimit> = {
  ...{ limit: "", nextLimit: "", nextFrom: 0, currency: "USDT", openStakes: "0" },
  ...{ lost: "0", won: "0", contracts: 0, dayEnds: 1_790_000_000_000 },
} as ResponseOf<typeof optionLimit>

export const tick = (seq: number, price: string, change: Partial<IndexCells> = {}) =>
  happens(() =>
    writeIndexes([
      { index: "BTC_USDT", seq, time: Date.now(), value: price, price, moved: 0, isStale: false, ...change },
    ]),
  )

/** What the private socket tells of second contracts and their account. */
export const tellSeconds = (seconds: readonly SecondContract[], available = "1000", isWhole = false) =>
  happens(() =>
    writeAccount({
      ...{ token: session.token, state: "live", silentSince: null, isWhole },
      rows: {
        ...{ order: [], fill: [], position: [], notice: [], second: seconds, ai: [], alert: [] },
        ...{ deposit: [], withdrawal: [], twap: [], paused: [] },
        balance: [{ wallet: "second", currency: "USDT", available, held: "0" } as Balance],
      },
    }),
  )

/** Sets the scene before each test of the file and clears it afterwards. */
export function setSecondScene(): void {
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    await speak("en")
    server.on(optionLimit, answer(optionLimit, noLimit))
    await happens(() => {
      session.token = "token"
      writeCatalogue([second])
      market.connection = { ...market.connection, state: "open", clockError: 9, clockOffset: 0 }
    })
    await tellSeconds([], "1000", true)
    await tick(8_204_117, "67284.6")
  })
  afterEach(async () => {
    await happens(() => {
      forgetPrivateAnswers()
      forgetAccount()
      choices.all = {}
      seenResults.until = 0
      fillSecondForm({ seconds: 0, stake: "" })
      market.connection = { ...market.connection, state: "connecting", clockError: null }
      session.token = null
      for (const { id } of toaster.messages) closeToast(id)
    })
    server.reset()
    vi.restoreAllMocks()
  })
}

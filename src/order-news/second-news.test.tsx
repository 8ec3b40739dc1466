/** A second contract that ended while the page was away is told as soon as the page is back. */

import { waitFor } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { optionRecord } from "#core/wire/option-calls.ts"
import { type SecondContract, secondContractExample } from "#core/wire/second.ts"
import { answer } from "#tests/support/false-server.ts"
import { happens, server, tellAccount } from "#tests/support/page-scene.tsx"
import { account, forgetAccount } from "../stores/account-store.ts"
import { session } from "../stores/session-store.ts"
import { closeToast, toaster } from "../ui/toaster.ts"
import { followSecondNews } from "./second-news.ts"

const ENDED = { ...secondContractExample } as SecondContract
const RUNNING = { ...ENDED, status: "open", settle: null, before: null } as SecondContract

afterEach(async () => {
  await happens(() => {
    forgetAccount()
    session.token = null
    for (const { id } of toaster.messages) closeToast(id)
  })
  server.reset()
})

test("is asked for, told once, and stands among those that ended", async () => {
  server.on(optionRecord, answer(optionRecord, { contract: ENDED, hours: [] } as never))
  followSecondNews()
  await happens(() => {
    session.token = "token"
  })
  await tellAccount({ isWhole: true, seconds: [RUNNING] })
  expect(account.seconds).toHaveLength(1)
  await tellAccount({ isWhole: true })
  await waitFor(() => expect(toaster.messages).toHaveLength(1))
  expect(account.endedSeconds).toMatchObject([{ id: ENDED.id, status: ENDED.status }])
  expect(server.requests(optionRecord)).toEqual([{ id: String(ENDED.id) }])
  await tellAccount({ isWhole: true })
  expect(server.requests(optionRecord)).toHaveLength(1)
})

/** A fired alert is said where somebody looks, and counts as seen from then on (J7). */

import { waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import { seeAlerts } from "#core/wire/alert-calls.ts"
import { answer } from "#tests/support/false-server.ts"
import { happens, server, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetAccount } from "../stores/account-store.ts"
import { session } from "../stores/session-store.ts"
import { closeToast, toaster } from "../ui/toaster.ts"
import { followAlertNews } from "./alert-news.ts"

afterEach(async () => {
  vi.restoreAllMocks()
  await happens(() => {
    forgetAccount()
    session.token = null
    for (const { id } of toaster.messages) closeToast(id)
  })
  server.reset()
})

const fired = (id: number): AlertRow => ({
  ...alertExample,
  ...{ id, state: "fired", fired: Date.now(), value: "65000.1", version: 2 },
})
const texts = () => toaster.messages.map(({ text }) => text.replaceAll(/[\u00a0\u202f]/g, " "))

test("in a tab that nobody looks at it stays unseen, and is said when somebody does (J7)", async () => {
  server.on(seeAlerts, answer(seeAlerts, {}))
  followAlertNews()
  await happens(() => {
    session.token = "token"
  })
  await tellAccount({ isWhole: true, alerts: [fired(1)] })
  await waitFor(() => expect(server.requests(seeAlerts)).toEqual([{ ids: [1] }]))
  expect(texts()).toEqual(["Alert · BTC/USDT last price ≥ 65,000 · at 65,000.1"])

  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  await happens(() => {
    for (const { id } of toaster.messages) closeToast(id)
  })
  await tellAccount({ isWhole: true, alerts: [fired(2)] })
  expect(texts()).toEqual([])
  expect(server.requests(seeAlerts)).toHaveLength(1)
  visibility.mockReturnValue("visible")
  await happens(() => document.dispatchEvent(new Event("visibilitychange")))
  await waitFor(() => expect(server.requests(seeAlerts)).toEqual([{ ids: [1] }, { ids: [2] }]))
  expect(texts()).toHaveLength(1)
})

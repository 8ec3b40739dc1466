/** The number on the installed app's icon. */

import { afterEach, expect, test, vi } from "vitest"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import { happens, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetAccount } from "../stores/account-store.ts"
import { session } from "../stores/session-store.ts"
import { followAppBadge } from "./app-badge.ts"

const told: number[] = []
Object.assign(navigator, {
  setAppBadge: async (count: number) => void told.push(count),
  clearAppBadge: async () => void told.push(0),
})
afterEach(() => vi.restoreAllMocks())

const fired = (id: number, seen = false): AlertRow => ({
  ...alertExample,
  ...{ id, state: "fired", fired: 1, value: "65000.1", version: 2, seen },
})

test("alerts that fired and weren't seen are counted; seen, and logged out, the number goes", async () => {
  followAppBadge()
  expect(told).toEqual([0])
  await happens(() => {
    session.token = "token"
  })
  await tellAccount({ isWhole: true, alerts: [alertExample, fired(1), fired(2), fired(3, true)] })
  expect(told.at(-1)).toBe(2)
  await tellAccount({ isWhole: true, alerts: [fired(2)] })
  expect(told.at(-1)).toBe(1)
  await happens(() => {
    session.token = null
    forgetAccount()
  })
  expect(told.at(-1)).toBe(0)
})

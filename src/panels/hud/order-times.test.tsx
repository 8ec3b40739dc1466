/** The newest order's hops as the debug panel hears them: each once, and of no other order. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { order, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetAccount } from "../../stores/account-store.ts"
import { tellOrderHop } from "../../stores/order-hops.ts"
import { followOrderTimes, orderTimes } from "./order-times.ts"

let stop: () => void

beforeEach(() => {
  orderTimes.newest = null
  stop = followOrderTimes()
})
afterEach(() => {
  stop()
  forgetAccount()
})

test("press, sending, answer and the row of the stream follow each other", async () => {
  const click = new Event("click")
  dispatchEvent(click)
  tellOrderHop("sent", "a-1")
  expect(orderTimes.newest).toMatchObject({ pressed: click.timeStamp, accepted: null, row: null })
  tellOrderHop("accepted", "a-1")
  await tellAccount({ orders: [order({ clientOrderId: "a-1" })] })
  await vi.waitFor(() => expect(orderTimes.newest?.row).not.toBeNull())
  const { pressed, sent, accepted, row } = orderTimes.newest ?? {}
  expect([pressed, sent, accepted, row]).toEqual(
    [pressed, sent, accepted, row].toSorted((a, b) => Number(a) - Number(b)),
  )
})

test("what is said of another order isn't taken for the newest one's", async () => {
  tellOrderHop("sent", "a-2")
  tellOrderHop("accepted", "a-1")
  await tellAccount({ orders: [order({ clientOrderId: "a-1" })] })
  await new Promise(requestAnimationFrame)
  expect(orderTimes.newest).toMatchObject({ clientOrderId: "a-2", accepted: null, row: null })
})

test("once the panel is gone nothing is noted any more", () => {
  stop()
  tellOrderHop("sent", "a-3")
  expect(orderTimes.newest).toBeNull()
})

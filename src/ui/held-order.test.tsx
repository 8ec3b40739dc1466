/** Do rows stay where they are while they are pressed, and are they shown as they are known as soon as possible? */

import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { useHeldOrder } from "./held-order.ts"

type Ids = readonly string[] | null

function held(first: Ids) {
  const { result, rerender } = renderHook(({ ids, isHeld }) => useHeldOrder<readonly string[]>(ids, isHeld), {
    initialProps: { ids: first, isHeld: false },
  })
  return (ids: Ids, isHeld: boolean) => {
    rerender({ ids, isHeld })
    return result.current
  }
}

test("an order that comes during a press is shown after it", () => {
  const show = held(["BTC", "ETH"])
  expect(show(["ETH", "BTC"], true)).toEqual(["BTC", "ETH"])
  expect(show(["SOL", "BTC"], true)).toEqual(["BTC", "ETH"])
  expect(show(["SOL", "BTC"], false)).toEqual(["SOL", "BTC"])
})

test("the first rows are shown even during a press, and stay until it ends", () => {
  const show = held(null)
  expect(show(["BTC", "ETH"], true)).toEqual(["BTC", "ETH"])
  expect(show(["ETH", "BTC"], true)).toEqual(["BTC", "ETH"])
})

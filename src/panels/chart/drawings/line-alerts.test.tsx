/** An alert on a drawn line goes where the line goes, also after the exchange refused one of its ways. */

import { afterEach, expect, test, vi } from "vitest"
import type { Drawing } from "#core/drawing/drawing.ts"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import { changeAlert, removeAlert } from "#core/wire/alert-calls.ts"
import { forgetAccount } from "#src/stores/account-store.ts"
import { draw, forgetBoards, openBoard } from "#src/stores/drawing-store.ts"
import * as toaster from "#src/ui/toaster.ts"
import { answer, refusal } from "#tests/support/false-server.ts"
import { happens, listMarkets, server, tellAccount } from "#tests/support/page-scene.tsx"
import { lineCondition } from "./line-alert.model.ts"
import "./line-alerts.ts"

const at = (price: string) =>
  ({ id: "a", kind: "horizontal", points: [{ time: 1, price }], at: 1 }) as unknown as Drawing
const alertAt = (price: string, change: Partial<AlertRow> = {}) =>
  ({ ...alertExample, id: 7, condition: lineCondition(at(price), "BTC_USDT"), ...change }) as AlertRow
const moved = () =>
  server
    .requests(changeAlert)
    .map((wish) => [wish.id, (wish.condition as { price?: string } | undefined)?.price])

const said = vi.spyOn(toaster, "showToast")
afterEach(async () => {
  said.mockClear()
  server.reset()
  forgetBoards()
  await happens(forgetAccount)
})

/** The line goes from 100 to 110, where the exchange doesn't take its alert. */
async function refuseTheWay() {
  listMarkets()
  await tellAccount({ isWhole: true, alerts: [alertAt("100")] })
  openBoard("BTC_USDT", "")
  server.on(changeAlert, refusal("ALERT_REACHED"))
  draw("BTC_USDT", [{ before: at("100"), after: at("110") }])
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce())
}

test("refused where the price is just now, it comes with the line the next time", async () => {
  await refuseTheWay()
  expect(moved()).toEqual([[7, "110"]])

  server.on(changeAlert, answer(changeAlert, alertAt("120")))
  draw("BTC_USDT", [{ before: at("110"), after: at("120") }])
  await vi.waitFor(() => expect(moved().at(-1)).toEqual([7, "120"]))
})

test("a second one, set where the line is now, is the one that goes on with it", async () => {
  await refuseTheWay()
  await tellAccount({ isWhole: true, alerts: [alertAt("100"), alertAt("110", { id: 8 })] })

  server.on(removeAlert, answer(removeAlert, {}))
  draw("BTC_USDT", [{ before: at("110") }])
  await vi.waitFor(() => expect(server.requests(removeAlert)).toEqual([{ id: 8 }]))
})

test("where the price stays at the line for a moment, it comes along by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] })
  try {
    listMarkets()
    await tellAccount({ isWhole: true, alerts: [alertAt("100")] })
    openBoard("BTC_USDT", "")
    server.on(changeAlert, refusal("ALERT_REACHED"))
    draw("BTC_USDT", [{ before: at("100"), after: at("110") }])
    await vi.waitFor(() => expect(said).toHaveBeenCalledOnce())
    expect(said.mock.calls[0]?.slice(0, 2)).toEqual([
      "info",
      "The price is right at this line. The alert follows as soon as the price has left it.",
    ])

    await vi.advanceTimersByTimeAsync(3_000)
    await vi.waitFor(() => expect(moved()).toHaveLength(2))
    server.on(changeAlert, answer(changeAlert, alertAt("110")))
    await vi.advanceTimersByTimeAsync(3_000)
    await vi.waitFor(() => expect(moved()).toEqual(Array(3).fill([7, "110"])))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(moved()).toHaveLength(3)
    expect(said).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test("it doesn't come along where it was removed meanwhile", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] })
  try {
    listMarkets()
    await tellAccount({ isWhole: true, alerts: [alertAt("100")] })
    openBoard("BTC_USDT", "")
    server.on(changeAlert, refusal("ALERT_REACHED"))
    draw("BTC_USDT", [{ before: at("100"), after: at("110") }])
    await vi.waitFor(() => expect(said).toHaveBeenCalledOnce())
    await tellAccount({ isWhole: true, alerts: [] })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(moved()).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

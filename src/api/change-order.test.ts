/** Amending and cancelling: what is sent is sent once, and without an answer only questions follow. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ProblemName } from "#core/wire/problem.ts"
import { amendSpotOrder, cancelSpotOrder, spotOrderState } from "#core/wire/spot-calls.ts"
import { type SpotOrder, spotOrderExample } from "#core/wire/trading.ts"
import { answer, FalseServer, held, lost, refusal, silence } from "#tests/support/false-server.ts"
import { speak } from "#tests/support/words.ts"
import { problemText } from "../text/problem-text.ts"
import { amendOrder, cancelOrder, type OrderChange } from "./change-order.ts"
import { connectCalls } from "./server-door.ts"

await speak("en")

const server = new FalseServer()
connectCalls({ apiBase: "", token: () => "secret", fetch: server.fetch })

const order: SpotOrder = {
  ...spotOrderExample,
  id: 7,
  sequence: 100,
  price: "67284.10" as SpotOrder["price"],
}
const SERVER_NOW = 1_785_000_000_000.4
const onAsking = vi.fn()
const amend = () =>
  amendOrder(order, { price: "67280.00" as SpotOrder["price"] }, { serverNow: SERVER_NOW, onAsking })
const cancel = () => cancelOrder(order, onAsking)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, "warn").mockReturnValue()
})
afterEach(() => {
  server.reset()
  onAsking.mockReset()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** How it ended, at whatever time that is. */
async function ended(change: Promise<OrderChange>): Promise<OrderChange> {
  await vi.runAllTimersAsync()
  return change
}

describe("an amendment", () => {
  test("says which order, what is new, a key of its own, and the server's time in whole milliseconds", async () => {
    server.on(amendSpotOrder, answer(amendSpotOrder, order))
    expect(await ended(amend())).toEqual({ kind: "done" })
    expect(await ended(amend())).toEqual({ kind: "done" })
    const [first, second] = server.requests(amendSpotOrder)
    expect(first).toEqual({
      id: 7,
      price: "67280.00",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      sentAt: 1_785_000_000_000,
    })
    expect(second?.key).not.toBe(first?.key)
    expect(onAsking).not.toHaveBeenCalled()
  })

  test("that is refused says why and asks nothing", async () => {
    server.on(amendSpotOrder, refusal("TICK", "Not a multiple of 0.10."))
    expect(await ended(amend())).toEqual({ kind: "refused", text: "Not a multiple of 0.10." })
    expect(server.paths()).toEqual(["/spot/amend"])
  })
})

describe.each([
  ["amendment", amend, amendSpotOrder],
  ["cancellation", cancel, cancelSpotOrder],
] as const)("without an answer, an %s", (_what, change, endpoint) => {
  test.each([
    ["was done when the order has gone on", 101, "done"],
    ["was not done when the order stands as it was", 100, "unchanged"],
  ])("%s", async (_then, sequence, kind) => {
    server.on(endpoint, lost)
    server.on(spotOrderState, answer(spotOrderState, { ...order, sequence }))
    expect(await ended(change())).toEqual({ kind })
    expect(server.paths()).toEqual([endpoint.path, "/spot/order"])
    expect(onAsking).toHaveBeenCalledTimes(1)
  })

  test("is asked for again when that answer is lost too, and is itself never sent again", async () => {
    server.on(endpoint, lost)
    server.on(spotOrderState, lost, lost, answer(spotOrderState, { ...order, sequence: 101 }))
    const asked = change()
    for (const [afterMs, questions] of [
      [499, 0],
      [1, 1],
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(afterMs)
      expect(server.requests(spotOrderState)).toHaveLength(questions)
    }
    expect(await asked).toEqual({ kind: "done" })
    expect(server.requests(endpoint)).toHaveLength(1)
  })

  test("is given up as unknown after five questions without an answer", async () => {
    server.on(endpoint, silence)
    server.on(spotOrderState, lost)
    expect(await ended(change())).toEqual({ kind: "lost" })
    expect(server.requests(endpoint)).toHaveLength(1)
    expect(server.requests(spotOrderState)).toEqual(Array(5).fill({ id: "7" }))
  })

  test.each<ProblemName>(["SESSION", "UNKNOWN_ORDER"])("ends in the server's word %s", async (name) => {
    server.on(endpoint, lost)
    server.on(spotOrderState, refusal(name))
    expect(await ended(change())).toEqual({ kind: "refused", text: problemText({ name }) })
    expect(server.requests(spotOrderState)).toHaveLength(1)
  })
})

test("an answer that is late but comes counts, and nothing is asked meanwhile", async () => {
  const late = held()
  server.on(cancelSpotOrder, late)
  const cancelling = cancel()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(server.paths()).toEqual(["/spot/cancel"])
  late.give(answer(cancelSpotOrder, { ...order, status: "cancelled" }))
  expect(await ended(cancelling)).toEqual({ kind: "done" })
  expect(server.paths()).toEqual(["/spot/cancel"])
})

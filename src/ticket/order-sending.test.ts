/** An order on its way: sent once whatever happens to its answer, and its fate is nobody else's business. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { placeSpotOrder, spotOrderState } from "#core/wire/spot-calls.ts"
import { type SpotOrder, spotOrderExample } from "#core/wire/trading.ts"
import { answer, FalseServer, held, lost, refusal, silence } from "#tests/support/false-server.ts"
import { speak } from "#tests/support/words.ts"
import { call } from "../api/call.ts"
import { forgetPrivateAnswers } from "../api/kept-answers.ts"
import { connectCalls } from "../api/server-door.ts"
import { forgetAccount, writeAccount } from "../stores/account-store.ts"
import { market } from "../stores/market-store.ts"
import { session } from "../stores/session-store.ts"
import { readTab, writeTab } from "../stores/tab-storage.ts"
import { laterWords } from "../text/i18n.ts"
import { closeToast, toaster } from "../ui/toaster.ts"
import { type OrderDoor, orderSender, sending } from "./order-sending.ts"

await speak("en")
await laterWords()

const server = new FalseServer()
connectCalls({ apiBase: "", token: () => session.token, fetch: server.fetch })

const stored = new Map<string, string>()
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})

const NOW = 1_785_000_000_000
const KEY = "saker:unknown-order"
const wanted = {
  instrument: "BTC_USDT",
  side: "buy",
  type: "limit",
  price: "68000.0",
  quantity: "0.005",
} as never
const order: SpotOrder = { ...spotOrderExample, status: "new" }
const placed = answer(placeSpotOrder, order)

const door: OrderDoor<never> = {
  kind: "spot",
  place: (request, signal) => call(placeSpotOrder, request, signal),
  ask: (clientOrderId, signal) => call(spotOrderState, { clientOrderId }, signal),
}
const send = orderSender(door)
const sent = () => server.requests(placeSpotOrder)
const asked = () => server.requests(spotOrderState)
const toasts = () => toaster.messages.map(({ text }) => text)

/** As main.tsx follows the token. */
function logIn(name: string | null): void {
  session.token = name
  forgetPrivateAnswers()
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(console, "warn").mockReturnValue()
  market.connection.clockOffset = -1200.4
  logIn("ada")
})
afterEach(async () => {
  logIn(null)
  await vi.runAllTimersAsync()
  forgetAccount()
  for (const { id } of toaster.messages) closeToast(id)
  server.reset()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe("an order", () => {
  test("is sent as it is meant, under an id of its own and by the server's clock", async () => {
    server.on(placeSpotOrder, placed)
    expect(await send(wanted)).toBe(true)
    expect(await send(wanted)).toBe(true)
    expect(sent()[0]).toEqual({
      ...(wanted as object),
      clientOrderId: expect.stringMatching(/^[0-9a-f]{32}$/),
      sentAt: NOW - 1200,
    })
    expect(new Set(sent().map(({ clientOrderId }) => clientOrderId)).size).toBe(2)
    expect(sending).toMatchObject({ state: "idle", order: null, outcome: null })
  })

  test("is sent once however often it is pressed", async () => {
    const late = held()
    server.on(placeSpotOrder, late)
    const presses = [send(wanted), send(wanted), send(wanted)]
    await vi.advanceTimersByTimeAsync(5000)
    expect([sending.state, sent().length]).toEqual(["sending", 1])
    late.give(placed)
    expect(await Promise.all(presses)).toEqual([true, false, false])
    expect(sent()).toHaveLength(1)
  })

  test("that is refused says why, and asks nothing", async () => {
    server.on(placeSpotOrder, refusal("INSUFFICIENT_BALANCE", "Only 3 USDT."))
    expect(await send(wanted)).toBe(false)
    expect(sending.outcome).toEqual({
      kind: "refused",
      instrument: "BTC_USDT",
      name: "INSUFFICIENT_BALANCE",
      text: "Only 3 USDT.",
    })
    expect(toasts()).toEqual([expect.stringContaining("Only 3 USDT.")])
    expect(server.paths()).toEqual(["/spot/place"])
  })
})

describe("without an answer", () => {
  test.each([
    ["the line breaks", lost],
    ["the server stays silent", silence],
    ["the server fails", refusal("INTERNAL")],
  ])("because %s, it is asked for by its id, and found", async (_why, reply) => {
    server.on(placeSpotOrder, reply)
    server.on(spotOrderState, lost, answer(spotOrderState, order))
    const pressed = send(wanted)
    await vi.advanceTimersByTimeAsync(200)
    expect(await send(wanted)).toBe(false)
    await vi.runAllTimersAsync()
    expect(await pressed).toBe(true)
    expect(sending.outcome).toMatchObject({ kind: "found", instrument: "BTC_USDT" })
    expect(sent()).toHaveLength(1)
    expect(asked()).toEqual(Array(2).fill({ clientOrderId: sent()[0]?.clientOrderId }))
  })

  test("it was never placed only when the exchange says so twice", async () => {
    server.on(placeSpotOrder, lost)
    server.on(spotOrderState, refusal("UNKNOWN_ORDER"))
    const pressed = send(wanted)
    await vi.advanceTimersByTimeAsync(300)
    expect([asked().length, sending.state]).toEqual([1, "unknown"])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await pressed).toBe(false)
    expect([asked().length, sending.outcome?.kind, sent().length]).toEqual([2, "never", 1])
  })

  test("it is asked for without end, and nothing else is sent meanwhile", async () => {
    server.on(placeSpotOrder, lost)
    server.on(spotOrderState, lost)
    void send(wanted)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(await send(wanted)).toBe(false)
    expect([sent().length, sending.state]).toEqual([1, "unknown"])
    expect(asked().length).toBeGreaterThan(60)
  })

  test("what the private socket tells counts at once", async () => {
    server.on(placeSpotOrder, lost)
    const pressed = send(wanted)
    await vi.advanceTimersByTimeAsync(100)
    const clientOrderId = sent()[0]?.clientOrderId ?? ""
    writeAccount({
      token: "ada",
      state: "live",
      silentSince: null,
      isWhole: true,
      rows: {
        order: [],
        fill: [],
        position: [],
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
    })
    writeAccount({
      token: "ada",
      state: "live",
      silentSince: null,
      isWhole: false,
      rows: {
        order: [{ ...order, id: 9, clientOrderId }],
        fill: [],
        position: [],
        balance: [],
        notice: [],
        second: [],
        deposit: [],
        withdrawal: [],
        twap: [],
        paused: [],
        ai: [],
        alert: [],
      },
    })
    expect(await pressed).toBe(true)
    expect(server.paths()).toEqual(["/spot/place"])
  })
})

describe("when the session ends meanwhile", () => {
  test("an answer that comes later is told to nobody, and the next person's order stands", async () => {
    const [late, bobs] = [held(), held()]
    server.on(placeSpotOrder, late, bobs)
    const adas = send(wanted)
    await vi.advanceTimersByTimeAsync(10)
    logIn("bob")
    const pressed = send(wanted)
    await vi.advanceTimersByTimeAsync(10)
    late.give(answer(placeSpotOrder, { ...order, id: 11 }))
    expect(await adas).toBe(false)
    expect([sending.state, toasts()]).toEqual(["sending", []])
    bobs.give(answer(placeSpotOrder, { ...order, id: 12 }))
    expect(await pressed).toBe(true)
    expect(sent()).toHaveLength(2)
  })

  test("nobody is asked for it any more, and the next person can send at once", async () => {
    server.on(placeSpotOrder, lost, placed)
    server.on(spotOrderState, refusal("UNKNOWN_ORDER"))
    const adas = send(wanted)
    await vi.advanceTimersByTimeAsync(10)
    expect(readTab(KEY)).not.toBeNull()
    logIn("bob")
    expect(readTab(KEY)).toBeNull()
    expect(await send(wanted)).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await adas).toBe(false)
    expect([asked().length, sending.outcome]).toEqual([0, null])
  })

  test("what was said of the last person's order goes with them", async () => {
    server.on(placeSpotOrder, refusal("INSUFFICIENT_BALANCE", "Only 3 USDT."))
    await send(wanted)
    logIn("bob")
    expect(sending.outcome).toBeNull()
  })
})

describe("after a reload", () => {
  const kept = { clientOrderId: "kept-1", instrument: "BTC_USDT", at: NOW - 5000 }

  test("an unknown order is asked for, also one that an older release kept, and is not sent again", async () => {
    writeTab(KEY, JSON.stringify(kept))
    server.on(spotOrderState, answer(spotOrderState, { ...order, id: 21 }))
    orderSender(door)
    expect(sending.state).toBe("unknown")
    await vi.runAllTimersAsync()
    expect(asked()).toEqual([{ clientOrderId: "kept-1" }])
    expect([sending.outcome?.kind, sent().length]).toEqual(["found", 0])
  })

  test.each([
    ["somebody who is logged out", JSON.stringify(kept), null],
    ["torn text", "{", "ada"],
    ["half of it", '{"clientOrderId":"kept-1"}', "ada"],
  ])("of %s it is forgotten", async (_what, text, name) => {
    logIn(name)
    writeTab(KEY, text)
    orderSender(door)
    await vi.runAllTimersAsync()
    expect([sending.state, readTab(KEY), server.paths()]).toEqual(["idle", null, []])
  })
})

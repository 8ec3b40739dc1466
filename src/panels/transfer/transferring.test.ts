/** Transfers: one at a time, one key for one transfer, and no end before its fate is known. */

import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest"
import { bill, transfer } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { me } from "#core/wire/security-calls.ts"
import { answer, FalseServer, held, lost, refusal, silence } from "#tests/support/false-server.ts"
import { speak } from "#tests/support/words.ts"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { connectCalls } from "../../api/server-door.ts"
import { market } from "../../stores/market-store.ts"
import { pendingTransfer } from "../../stores/pending-transfer.ts"
import { session } from "../../stores/session-store.ts"
import { problemText } from "../../text/problem-text.ts"
import * as toaster from "../../ui/toaster.ts"
import { askForTransfer, forgiveTransfer, sendTransfer, transferring, watchTransfer } from "./transferring.ts"

await speak("en")

const server = new FalseServer()
connectCalls({ apiBase: "", token: () => session.token, fetch: server.fetch })

const moved = { from: "funding", to: "contract", currency: "USDT", amount: "250.5" } as const
const NOW = 1_785_000_000_000
const MINUTE_MS = 60_000
const done = answer(transfer, transfer.example.response as ResponseOf<typeof transfer>)
const keys = () => server.requests(transfer).map(({ key }) => key)

function logIn(uid: string | null): void {
  session.token = uid && `token of ${uid}`
  session.user = uid === null ? null : ({ user_id: uid } as typeof session.user)
}

/** The bill of the last days, with or without a line of the transfer that was sent last. */
function billWith(isThere: boolean, next = "") {
  const [row] = (bill.example.response as ResponseOf<typeof bill>).rows
  if (!row) throw new Error("the example has a row")
  return () => answer(bill, { rows: isThere ? [{ ...row, reference: keys()[0] ?? "" }] : [row], next })()
}

const tooLittle = refusal("INSUFFICIENT_BALANCE", "Only 3 USDT.")
let said: MockInstance<typeof toaster.showToast>

beforeEach(() => {
  said = vi.spyOn(toaster, "showToast").mockReturnValue(0)
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(console, "warn").mockReturnValue()
  market.connection.clockOffset = 2500.4
  logIn("ada")
})
afterEach(() => {
  forgetPrivateAnswers()
  server.reset()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe("a transfer", () => {
  test("is sent as it is meant, by the server's clock, and is done when the server says so", async () => {
    server.on(transfer, done)
    sendTransfer(moved)
    expect(transferring.state).toEqual({ kind: "sending" })
    await vi.runAllTimersAsync()
    expect(server.requests(transfer)).toEqual([
      { ...moved, key: expect.stringMatching(/^[0-9a-f]{32}$/), sentAt: NOW + 2500 },
    ])
    expect(transferring.state).toEqual({ kind: "done", moved: expect.objectContaining(moved) })
    expect(pendingTransfer.now).toBeNull()
  })

  test("that is pressed before it is known who is logged in goes as soon as it is, once", async () => {
    session.user = null
    const late = held()
    server.on(me, late)
    server.on(transfer, done)
    for (let press = 0; press < 3; press += 1) sendTransfer(moved)
    expect(transferring.state).toEqual({ kind: "sending" })
    await vi.advanceTimersByTimeAsync(10)
    expect(keys()).toHaveLength(0)
    late.give(answer(me, me.example.response as ResponseOf<typeof me>))
    await vi.runAllTimersAsync()
    expect(keys()).toHaveLength(1)
    expect(transferring.state).toEqual({ kind: "done", moved: expect.objectContaining(moved) })
  })

  test("that is pressed before it is known who is logged in is not sent for whoever logs in next, and a lost answer is told", async () => {
    session.user = null
    const late = held()
    server.on(me, late)
    sendTransfer(moved)
    forgetPrivateAnswers()
    logIn("eve")
    late.give(answer(me, me.example.response as ResponseOf<typeof me>))
    await vi.runAllTimersAsync()
    expect(keys()).toHaveLength(0)
    expect(transferring.state).toEqual({ kind: "ready" })

    session.user = null
    server.on(me, lost)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state).toEqual({ kind: "refused", text: expect.stringMatching(/./) })
    expect(pendingTransfer.now).toBeNull()
  })

  test("is kept before it is sent, so that a reload can't lose it", () => {
    server.on(transfer, silence)
    sendTransfer(moved)
    expect(pendingTransfer.now).toMatchObject({ request: moved, uid: "ada", at: NOW })
  })

  test("is sent once however often it is pressed", async () => {
    const late = held()
    server.on(transfer, late)
    for (let press = 0; press < 5; press += 1) sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(10)
    askForTransfer()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(keys()).toHaveLength(1)
    late.give(done)
    await vi.runAllTimersAsync()
    expect(keys()).toHaveLength(1)
  })

  test("has a key of its own each time one is meant", async () => {
    server.on(transfer, done)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(new Set(keys()).size).toBe(2)
  })

  test("isn't sent by a visitor", async () => {
    logIn(null)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(server.paths()).toEqual([])
  })

  test("that is refused says why, until something is changed", async () => {
    server.on(transfer, tooLittle)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state).toEqual({ kind: "refused", text: "Only 3 USDT." })
    expect(keys()).toHaveLength(1)
    forgiveTransfer()
    expect(transferring.state).toEqual({ kind: "ready" })
  })
})

describe("without an answer", () => {
  test("the same request with the same key asks for its fate, ever more seldom", async () => {
    server.on(transfer, lost)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(0)
    expect(transferring.state).toEqual({
      kind: "unknown",
      moved: expect.objectContaining(moved),
      at: NOW,
      isAsking: false,
    })
    for (const [pauseMs, asked] of [
      [1000, 2],
      [2000, 3],
      [4000, 4],
      [8000, 5],
      [15_000, 6],
      [15_000, 7],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(keys()).toHaveLength(asked - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(keys()).toHaveLength(asked)
    }
    const [first, ...others] = server.requests(transfer)
    for (const other of others) expect(other).toEqual(first)
  })

  test("it is done when an answer comes at last, and nothing is asked from then on", async () => {
    server.on(transfer, lost, refusal("ENGINE_BUSY"), done)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state.kind).toBe("done")
    expect(keys()).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test("no other is sent before its fate is known", async () => {
    server.on(transfer, lost)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(0)
    sendTransfer({ ...moved, amount: "1" })
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect(new Set(keys()).size).toBe(1)
    forgiveTransfer()
    expect(transferring.state.kind).toBe("unknown")
  })

  test("asking by hand asks now, and moves the next question away", async () => {
    server.on(transfer, lost)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(900)
    askForTransfer()
    expect(transferring.state).toMatchObject({ kind: "unknown", isAsking: true })
    await vi.advanceTimersByTimeAsync(1999)
    expect(keys()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(keys()).toHaveLength(3)
  })

  test("a refusal of what is asked anew is the refusal", async () => {
    server.on(transfer, lost, tooLittle)
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state).toEqual({ kind: "refused", text: "Only 3 USDT." })
  })
})

describe("too old to be done now", () => {
  test.each([
    ["it was done when the bill has it", true, "done"],
    ["it lapsed when the bill doesn't have it", false, "lapsed"],
  ] as const)("%s", async (_then, isThere, kind) => {
    server.on(transfer, lost, refusal("REQUEST_EXPIRED"))
    server.on(bill, billWith(isThere))
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state.kind).toBe(kind)
    expect(pendingTransfer.now).toBeNull()
    expect(server.requests(bill)).toEqual([
      { kind: "transfer", currency: "USDT", from: String(NOW + 2500 - MINUTE_MS), limit: "500" },
    ])
  })

  test("the bill is read to its end", async () => {
    server.on(transfer, lost, refusal("REQUEST_EXPIRED"))
    server.on(bill, billWith(false, "page-2"), billWith(true))
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect(transferring.state.kind).toBe("done")
    expect(server.requests(bill).map(({ cursor }) => cursor)).toEqual([undefined, "page-2"])
  })

  test("a bill that can't be read proves nothing: it is asked for again", async () => {
    server.on(transfer, lost, refusal("REQUEST_EXPIRED"))
    server.on(bill, lost, billWith(false))
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(1000)
    expect(transferring.state.kind).toBe("unknown")
    await vi.runAllTimersAsync()
    expect(transferring.state.kind).toBe("lapsed")
  })
})

describe("whose form was closed before its fate was known", () => {
  test.each([
    ["done", "success", /250\.5\u00a0USDT/, () => server.on(transfer, lost, done)],
    ["refused", "failure", /^Only 3 USDT\.$/, () => server.on(transfer, lost, tooLittle)],
    ["lapsed", "failure", /250\.5\u00a0USDT/, () => server.on(transfer, lost, refusal("REQUEST_EXPIRED"))],
  ] as const)("%s is told by a toast, once", async (kind, tone, text, arrange) => {
    arrange()
    server.on(bill, billWith(false))
    const closeForm = watchTransfer()
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(0)
    closeForm()
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect(transferring.state.kind).toBe(kind)
    expect(said.mock.calls).toEqual([[tone, expect.stringMatching(text)]])
  })

  test("in a form that is there again no toast is needed", async () => {
    server.on(transfer, lost, done)
    watchTransfer()()
    const closeForm = watchTransfer()
    sendTransfer(moved)
    await vi.runAllTimersAsync()
    expect([transferring.state.kind, said.mock.calls]).toEqual(["done", []])
    closeForm()
  })
})

describe("when the session ends meanwhile", () => {
  test("an answer that comes later is nobody's", async () => {
    const late = held()
    server.on(transfer, late)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(10)
    logIn(null)
    forgetPrivateAnswers()
    late.give(done)
    await vi.runAllTimersAsync()
    expect(transferring.state).toEqual({ kind: "ready" })
    expect(pendingTransfer.now).toBeNull()
  })

  test("nothing more is asked, neither for the one who left nor for the one who comes", async () => {
    server.on(transfer, lost)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(0)
    logIn("bob")
    forgetPrivateAnswers()
    askForTransfer()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(keys()).toHaveLength(1)
  })

  test("the next person's own transfer is sent although the last one's answer is still out", async () => {
    const late = held()
    server.on(transfer, late, done)
    sendTransfer(moved)
    await vi.advanceTimersByTimeAsync(10)
    logIn("bob")
    forgetPrivateAnswers()
    sendTransfer({ ...moved, amount: "1" })
    await vi.advanceTimersByTimeAsync(10)
    expect(server.requests(transfer).map(({ amount }) => amount)).toEqual(["250.5", "1"])
    expect(transferring.state).toMatchObject({ kind: "done", moved: { amount: "1" } })
    late.give(refusal("INSUFFICIENT_BALANCE"))
    await vi.runAllTimersAsync()
    expect(transferring.state).toMatchObject({ kind: "done", moved: { amount: "1" } })
  })
})

test("after a reload it is asked for by its owner only", async () => {
  const request = { ...moved, key: "kept-by-the-tab", sentAt: NOW - 5000 }
  server.on(transfer, done)
  pendingTransfer.now = { request, uid: "ada", at: NOW - 5000 }
  logIn("bob")
  askForTransfer()
  await vi.runAllTimersAsync()
  expect(server.paths()).toEqual([])
  expect(pendingTransfer.now).toBeNull()
  pendingTransfer.now = { request, uid: "ada", at: NOW - 5000 }
  logIn("ada")
  askForTransfer()
  await vi.runAllTimersAsync()
  expect(server.requests(transfer)).toEqual([request])
  expect(transferring.state.kind).toBe("done")
})

test("a request that lost its words in a server's error is not called refused", async () => {
  server.on(transfer, refusal("INTERNAL"), refusal("TRANSFERS_STOPPED"))
  sendTransfer(moved)
  await vi.advanceTimersByTimeAsync(0)
  expect(transferring.state.kind).toBe("unknown")
  await vi.runAllTimersAsync()
  expect(transferring.state).toEqual({ kind: "refused", text: problemText({ name: "TRANSFERS_STOPPED" }) })
})

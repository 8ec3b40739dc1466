/** Does a call say what it wants, check what it gets, and turn every failure into a value that can be shown? */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod/mini"
import { endpoint } from "#core/wire/endpoint.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { speak } from "#tests/support/words.ts"
import { problemText } from "../text/problem-text.ts"
import { call } from "./call.ts"
import { connectCalls } from "./server-door.ts"

await speak("de")

const read = endpoint({
  method: "GET",
  path: "/thing/index",
  summary: "A thing",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ id: z.string(), limit: z.optional(z.int()) }),
  response: z.object({ name: z.string() }),
  problems: [],
  example: { request: { id: "a" }, response: { name: "A" } },
})
const write = endpoint({ ...read, method: "POST", path: "/thing/add" })

const session = { token: null as string | null, ended: vi.fn() }
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
connectCalls({
  apiBase: "https://api.example/v1",
  token: () => session.token,
  sessionEnded: session.ended,
  fetch: fetched,
})

const answers = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue()
  vi.spyOn(console, "error").mockReturnValue()
})
afterEach(() => {
  fetched.mockReset()
  session.ended.mockReset()
  session.token = null
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const NETWORK = { ok: false, failure: { name: "NETWORK", text: problemText({ name: "NETWORK" }) } }

describe("what is asked", () => {
  test("a GET has its fields in the query, the language in its header and no token that isn't there", async () => {
    answers({ code: 200, message: "", data: { name: "A" } })
    expect(await call(read, { id: "a b&c", limit: undefined })).toEqual({ ok: true, data: { name: "A" } })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe("https://api.example/v1/thing/index?id=a+b%26c")
    expect(init?.headers).toEqual({ lang: "de" })
  })

  test("a POST has a JSON body, and the bearer token of the one who is logged in", async () => {
    session.token = "secret"
    answers({ code: 200, message: "", data: { name: "A" } })
    await call(write, { id: "a" })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect([url, init?.method, init?.body]).toEqual([
      "https://api.example/v1/thing/add",
      "POST",
      '{"id":"a"}',
    ])
    expect(init?.headers).toEqual({
      lang: "de",
      authorization: "Bearer secret",
      "content-type": "application/json",
    })
  })
})

describe("what comes back", () => {
  test("fields that nobody knows yet are passed over", async () => {
    answers({ code: 200, message: "", data: { name: "A", later: 1 } })
    expect(await call(read, { id: "a" })).toEqual({ ok: true, data: { name: "A" } })
  })

  test.each([
    [PROBLEMS.RATE_LIMIT, "Zu viele Anfragen.", "RATE_LIMIT", "Zu viele Anfragen."],
    [PROBLEMS.FORMAT, "", "FORMAT", problemText({ name: "FORMAT" })],
    [9999, "Etwas Neues.", "INTERNAL", "Etwas Neues."],
  ])("code %d is a refusal in the server's words, else in ours", async (code, message, name, text) => {
    answers({ code, message, data: null })
    expect(await call(read, { id: "a" })).toEqual({ ok: false, failure: { name, text } })
    expect(session.ended).not.toHaveBeenCalled()
  })

  test("code 999 ends the session in its one place", async () => {
    answers({ code: 999, message: "Abgelaufen.", data: null })
    expect(await call(read, { id: "a" })).toMatchObject({ failure: { name: "SESSION" } })
    expect(session.ended).toHaveBeenCalledTimes(1)
  })

  test.each([
    ["another status", () => answers({ code: 200, message: "", data: { name: "A" } }, 502)],
    ["no JSON", () => fetched.mockResolvedValueOnce(new Response("<html>"))],
    ["no envelope", () => answers(null)],
    ["an answer against the contract", () => answers({ code: 200, message: "", data: { name: 7 } })],
    ["no network", () => fetched.mockRejectedValueOnce(new TypeError("failed"))],
  ])("%s counts as no answer at all", async (_what, arrange) => {
    arrange()
    expect(await call(read, { id: "a" })).toEqual(NETWORK)
  })

  test("a server that stays silent is given up after a minute, a caller that leaves at once", async () => {
    const hanging = (_url: string, init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))
      })
    vi.useFakeTimers()
    fetched.mockImplementationOnce(hanging)
    const late = call(read, { id: "a" })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await late).toEqual(NETWORK)
    fetched.mockImplementationOnce(hanging)
    const leaving = new AbortController()
    const left = call(read, { id: "a" }, leaving.signal)
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort()
    expect(await left).toEqual(NETWORK)
  })
})

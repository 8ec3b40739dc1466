/** Does a file come whole or not at all, and is a refusal told as everywhere else? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { PROBLEMS } from "#core/wire/problem.ts"
import { speak } from "#tests/support/words.ts"
import { problemText } from "../text/problem-text.ts"
import { download } from "./download.ts"
import { connectCalls } from "./server-door.ts"

await speak("de")

const ended = vi.fn()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
connectCalls({
  apiBase: "https://saker.example",
  token: () => "secret",
  sessionEnded: ended,
  fetch: fetched,
})

let asked: { url: string; init: RequestInit } | undefined
const progress = vi.fn()
const cancel = new AbortController()
const take = (signal = cancel.signal) =>
  download("/assets/export", { kind: "fee", currency: undefined }, { signal, onProgress: progress })

function serve(pieces: readonly string[], type: string, breaksOff = false): void {
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
      if (breaksOff) stream.error(new TypeError("network error"))
      else stream.close()
    },
  })
  fetched.mockImplementation(async (url, init) => {
    asked = { url, init }
    return new Response(body, { headers: { "content-type": type } })
  })
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined)
  progress.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test("the pieces become one file, counted as they come, asked for by its owner", async () => {
  serve(["time,amount\n1,2\n", "3,", "4\n"], "text/csv; charset=utf-8")
  const answer = await take()
  expect(answer.ok && (await answer.data.text())).toBe("time,amount\n1,2\n3,4\n")
  expect(progress.mock.calls.at(-1)).toEqual([20, 3])
  expect(asked?.url).toBe("https://saker.example/assets/export?kind=fee")
  expect(asked?.init.headers).toMatchObject({ authorization: "Bearer secret", lang: "de" })
})

test("a refusal is told in the server's words", async () => {
  const refusal = { code: PROBLEMS.RATE_LIMIT, message: "Zu viel.", data: null }
  serve([JSON.stringify(refusal)], "application/json")
  expect(await take()).toEqual({ ok: false, failure: { name: "RATE_LIMIT", text: "Zu viel." } })
  expect(ended).not.toHaveBeenCalled()
})

test("a session that ended leads to the login", async () => {
  serve([JSON.stringify({ code: PROBLEMS.SESSION, message: "Vorbei." })], "application/json")
  expect(await take()).toMatchObject({ ok: false, failure: { name: "SESSION" } })
  expect(ended).toHaveBeenCalledOnce()
})

test("half a file is no file", async () => {
  serve(["time,amount\n1,"], "text/csv", true)
  expect(await take()).toEqual({
    ok: false,
    failure: { name: "NETWORK", text: problemText({ name: "NETWORK" }) },
  })
})

test("who gives up is not told that the network failed", async () => {
  const stop = new AbortController()
  stop.abort()
  fetched.mockImplementation((_, init) => Promise.reject(init.signal?.reason))
  expect((await take(stop.signal)).ok).toBe(false)
  expect(console.warn).not.toHaveBeenCalled()
})

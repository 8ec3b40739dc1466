/** Does a picture arrive whole, also when the line breaks in the middle, and never without end? */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { PIECE_BYTES_MAX } from "#core/wire/identity-calls.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { speak } from "#tests/support/words.ts"
import { newRequestKey } from "./request-key.ts"
import { connectCalls } from "./server-door.ts"
import { PIECE_BYTES, sendPicture } from "./upload.ts"

await speak("en")

const ended = vi.fn()
connectCalls({
  apiBase: "",
  token: () => "secret",
  sessionEnded: ended,
  fetch: (url, init) => server.answer(url, init),
})

/** A server that keeps what it gets, in pieces; `lose` says which requests (counted from 1) get no answer. */
class Server {
  bytes: number[] = []
  requests: string[] = []
  sizes: number[] = []
  lose = new Set<number>()
  /** The answer of a request is lost though the server has done its work. */
  mute = new Set<number>()
  refuseWith: number | undefined

  answer = async (url: string, init: RequestInit): Promise<Response> => {
    this.requests.push(url.split("?")[0] ?? "")
    const count = this.requests.length
    if (this.lose.has(count)) throw new TypeError("failed to fetch")
    const data = init.body instanceof FormData ? await this.take(init.body) : { received: this.bytes.length }
    if (this.mute.has(count)) throw new TypeError("failed to fetch")
    const body = this.refuseWith === undefined ? { code: 200, message: "", data } : { code: this.refuseWith }
    return new Response(JSON.stringify(body))
  }

  private async take(form: FormData) {
    const piece = new Uint8Array(await (form.get("file") as Blob).arrayBuffer())
    this.sizes.push(piece.length)
    if (Number(form.get("offset")) === this.bytes.length) this.bytes = [...this.bytes, ...piece]
    const isWhole = this.bytes.length === Number(form.get("size"))
    return { received: this.bytes.length, id: isWhole ? "0123456789abcdef0123456789abcdef" : "" }
  }
}

const picture = Uint8Array.from({ length: PIECE_BYTES * 2 + 1000 }, (_, index) => index % 251)
let server: Server
const hasArrived = () =>
  server.bytes.length === picture.length && picture.every((byte, place) => byte === server.bytes[place])
const progress = vi.fn()
const waiting = vi.fn()

function send(signal = new AbortController().signal) {
  const what = { upload: newRequestKey(), purpose: "front", picture: new Blob([picture]) } as const
  return sendPicture(what, { signal, onProgress: progress, onWaiting: waiting })
}

beforeEach(() => {
  server = new Server()
  vi.stubGlobal("navigator", { onLine: true })
  vi.spyOn(console, "warn").mockReturnValue()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  for (const each of [ended, progress, waiting]) each.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Lets time pass until `work` is done. */
async function settle<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false
  const end = work.finally(() => {
    isDone = true
  })
  while (!isDone) await vi.advanceTimersByTimeAsync(500)
  return end
}

describe("a picture", () => {
  test("arrives byte for byte, in pieces that the server takes, with its progress told", async () => {
    expect(await settle(send())).toEqual({ ok: true, data: "0123456789abcdef0123456789abcdef" })
    expect(hasArrived()).toBe(true)
    expect(server.sizes).toEqual([PIECE_BYTES, PIECE_BYTES, 1000])
    expect(Math.max(...server.sizes)).toBeLessThanOrEqual(PIECE_BYTES_MAX)
    expect(progress.mock.calls.map(([sent]) => sent)).toEqual([
      0,
      PIECE_BYTES,
      PIECE_BYTES * 2,
      picture.length,
    ])
    expect(waiting).not.toHaveBeenCalled()
  })

  test("goes on where a broken line left it: nothing is sent twice", async () => {
    server.lose.add(3)
    expect(await settle(send())).toMatchObject({ ok: true })
    expect(hasArrived()).toBe(true)
    expect(server.sizes).toEqual([PIECE_BYTES, PIECE_BYTES, 1000])
    expect(waiting.mock.calls).toEqual([[true], [false]])
  })

  test("asks what has arrived when only the answer was lost", async () => {
    server.mute.add(3)
    expect(await settle(send())).toMatchObject({ ok: true })
    expect(hasArrived()).toBe(true)
    expect(server.sizes).toEqual([PIECE_BYTES, PIECE_BYTES, 1000])
  })

  test("waits for a device that is offline, however long it takes", async () => {
    vi.stubGlobal("navigator", { onLine: false })
    const target = new EventTarget()
    vi.stubGlobal("window", target)
    server.lose.add(2)
    const sent = send()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.requests).toHaveLength(2)
    vi.stubGlobal("navigator", { onLine: true })
    target.dispatchEvent(new Event("online"))
    expect(await settle(sent)).toMatchObject({ ok: true })
  })

  test("is given up after seven tries that bring nothing", async () => {
    for (let count = 1; count < 50; count += 1) server.lose.add(count)
    expect(await settle(send())).toMatchObject({ ok: false, failure: { name: "NETWORK" } })
    expect(server.requests).toHaveLength(7)
  })

  test("isn't sent for ever to a server that keeps nothing", async () => {
    server.answer = async (url) => {
      server.requests.push(url)
      return new Response(JSON.stringify({ code: 200, message: "", data: { received: 0, id: "" } }))
    }
    expect(await settle(send())).toMatchObject({ ok: false, failure: { name: "INTERNAL" } })
    expect(server.requests.length).toBeLessThan(20)
  })

  test("that is refused is refused at once", async () => {
    server.refuseWith = PROBLEMS.PICTURE_KIND
    expect(await settle(send())).toMatchObject({ ok: false, failure: { name: "PICTURE_KIND" } })
    expect(server.requests).toHaveLength(1)
  })

  test("of somebody whose session has ended leads to the login without a word", async () => {
    server.refuseWith = PROBLEMS.SESSION
    expect(await settle(send())).toMatchObject({ ok: false, failure: { name: "SESSION" } })
    expect(ended.mock.calls).toEqual([[true]])
  })

  test("can be cancelled", async () => {
    const cancelling = new AbortController()
    progress.mockImplementation((sent: number) => {
      if (sent === PIECE_BYTES) cancelling.abort()
    })
    expect(await settle(send(cancelling.signal))).toMatchObject({ ok: false })
    expect(server.bytes.length).toBeLessThan(picture.length)
  })
})

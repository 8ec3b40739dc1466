/**
 * A server that is only a table of replies, handed to the page as the way its requests go out. It answers, refuses, loses
 * or holds back whatever it is told to, and remembers what it was asked: for tests of what is sent, and how often.
 */

import { type AskOf, type Endpoint, type ResponseOf, SUCCESS_CODE } from "#core/wire/endpoint.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"

type Reply = () => Promise<Response>

/** An envelope with this as its data. */
export const answer =
  <E extends Endpoint>(_endpoint: E, data: ResponseOf<E>): Reply =>
  async () =>
    json({ code: SUCCESS_CODE, message: "", data })

/** A refusal; without `message` the page says its own sentence. */
export const refusal =
  (name: ProblemName, message = ""): Reply =>
  async () =>
    json({ code: PROBLEMS[name], message, data: null })

/** The connection breaks: nobody knows whether the request arrived. */
export const lost: Reply = () => Promise.reject(new TypeError("failed to fetch"))

/** Never answers by itself. */
export const silence: Reply = () => new Promise(() => undefined)

/** Answers when the test says so, by whatever is given then. */
export function held(): Reply & { give: (reply: Reply) => void } {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return Object.assign(() => promise.then((reply) => reply()), { give: resolve })
}

const json = (body: unknown) => new Response(JSON.stringify(body))

export class FalseServer {
  private readonly replies = new Map<string, Reply[]>()
  private readonly seen: { path: string; request: unknown; headers: unknown }[] = []

  /** What it says to this call: each reply once, in turn, and the last one from then on. */
  on(endpoint: Endpoint, ...replies: Reply[]): void {
    this.replies.set(endpoint.path, replies)
  }

  /** What this call was asked with, oldest first. */
  requests<E extends Endpoint>(endpoint: E): AskOf<E>[] {
    return this.seen.filter(({ path }) => path === endpoint.path).map(({ request }) => request as AskOf<E>)
  }

  /** Paths of all requests, oldest first. */
  paths(): string[] {
    return this.seen.map(({ path }) => path)
  }

  /** Nothing is known, nothing was asked. */
  reset(): void {
    this.replies.clear()
    this.seen.length = 0
  }

  /** Takes the place of the browser's own. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, "http://exchange.test")
    const request = init.body === undefined ? Object.fromEntries(searchParams) : JSON.parse(String(init.body))
    this.seen.push({ path: pathname, request, headers: init.headers })
    const replies = this.replies.get(pathname)
    const reply = replies && replies.length > 1 ? replies.shift() : replies?.[0]
    if (!reply) throw new Error(`the false server was not told what to say to ${pathname}`)
    return Promise.race([reply(), aborted(init.signal)])
  }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new DOMException("aborted", "AbortError"))
    if (signal?.aborted) end()
    signal?.addEventListener("abort", end, { once: true })
  })
}

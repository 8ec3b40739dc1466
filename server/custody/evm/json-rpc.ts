/** Calls of an Ethereum node over HTTP (JSON-RPC 2.0). Never names the node's address: it may hold a key. */

import { z } from "zod/mini"

/** A node that takes longer counts as away. */
const ANSWER_WITHIN_MS = 4_000
/** Providers take no more in one request. */
const BATCH_MAX = 50

/** The node answered, with a refusal. */
class NodeRefusal extends Error {}

const answers = z.array(
  z.object({
    id: z.int(),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  }),
)

export interface Call {
  method: string
  params: readonly unknown[]
}

export class JsonRpc {
  readonly #url: string
  readonly #answerWithinMs: number

  constructor(url: string, answerWithinMs = ANSWER_WITHIN_MS) {
    this.#url = url
    this.#answerWithinMs = answerWithinMs
  }

  /** @throws NodeRefusal, or Error when the node is away */
  async call(method: string, ...params: unknown[]): Promise<unknown> {
    const [answer] = await this.#ask([{ method, params }])
    return answer
  }

  /** The answers in the order of the calls. @throws as `call` does, when one of them is refused */
  async all(calls: readonly Call[]): Promise<unknown[]> {
    const done: unknown[] = []
    for (let from = 0; from < calls.length; from += BATCH_MAX)
      done.push(...(await this.#ask(calls.slice(from, from + BATCH_MAX))))
    return done
  }

  async #ask(calls: readonly Call[]): Promise<unknown[]> {
    const asked = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))
    const given = await this.#post(asked.length === 1 ? asked[0] : asked)
    // A node that takes no batch answers with one refusal.
    const read = answers.safeParse(Array.isArray(given) ? given : [given])
    if (!read.success) throw new Error("the node's answer is none of JSON-RPC")
    const byId = new Map(read.data.map((row) => [row.id, row]))
    return calls.map(({ method }, id) => {
      const row = byId.get(id)
      if (!row) throw new Error(`${method}: the node left it without an answer`)
      if (row.error) throw new NodeRefusal(`${method}: ${row.error.message ?? `code ${row.error.code}`}`)
      return row.result
    })
  }

  async #post(body: unknown): Promise<unknown> {
    const sent = { "content-type": "application/json", accept: "application/json" }
    const signal = AbortSignal.timeout(this.#answerWithinMs)
    try {
      const response = await fetch(this.#url, {
        ...{ method: "POST", headers: sent, body: JSON.stringify(body), signal },
        // The node that was named, and no other that it names: what is paid out depends on its word.
        redirect: "error",
      })
      // Refusals come with a status of their own from some nodes.
      return await response.json()
    } catch (error) {
      if (signal.aborted) throw new Error(`the node gave no answer within ${this.#answerWithinMs} ms`)
      const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
      throw new Error(`the node is away (${typeof cause?.code === "string" ? cause.code : "no JSON"})`)
    }
  }
}

/**
 * Somebody outside of the exchange who sends orders and cancels while processes are killed and replaced, and keeps books of what they were
 * told: what was acknowledged must be there once, what was refused must not be.
 */

import { Client } from "pg"
import type { SpotOrder } from "#core/wire/index.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { schemaPlace } from "#server/storage/postgres-storage.ts"
import { DATABASE } from "./saker-process.ts"
import { getFrom, postTo } from "./signed-up.ts"

export const SYMBOL = "BTC_USDT"
/** What a day's practice money has of it. */
const USDT = 10_000
const LINES = 4
const AFTER_REFUSAL_MS = 50
/** Far below what a user may have open in a market. */
const OPEN_MAX = 60
/** With these codes nothing was done: the exchange couldn't be reached, or its markets are cancel-only. */
const REFUSED: readonly number[] = [PROBLEMS.ENGINE_BUSY, PROBLEMS.TRADING_STATE]
const DONE = 200
/** How a server that stands by answers, and one that isn't there: no code of ours, and nothing is done. */
const STANDS_BY = undefined

/** Null: whether something was done nobody has said. */
function unanswered(error: unknown): { code: typeof STANDS_BY } | null {
  const cause = error instanceof Error ? error.cause : undefined
  const isNeverReached = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
  return isNeverReached ? { code: STANDS_BY } : null
}

const NAME = "books-"
/** One in so many isn't cancelled. */
const STAYS = 16
const stays = (id: string): boolean => Number(id.slice(NAME.length)) % STAYS === 0

/** What an order must be by what its owner was told. */
export type Expected = "open" | "gone" | "nothing" | "unknown"

export interface BookkeeperParts {
  token: string
  /** Of the limit orders; never trades. */
  price: string
  /** Servers or gateways, each asked by some of the lines. The list may change. */
  addresses: string[]
}

export class Bookkeeper {
  readonly expected = new Map<string, Expected>()
  readonly #parts: BookkeeperParts
  #count = 0
  #isStopped = false
  #lines: Promise<void>[] = []

  constructor(parts: BookkeeperParts) {
    this.#parts = parts
  }

  count(expected: Expected): number {
    return this.#ids(expected).length
  }

  start(): void {
    this.#isStopped = false
    this.#lines = Array.from({ length: LINES }, (_, line) => this.#work(line))
  }

  /** @throws when something was answered that can't be */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#lines)
  }

  async #work(line: number): Promise<void> {
    let turn = line
    while (!this.#isStopped) {
      const { addresses } = this.#parts
      const url = addresses[turn % addresses.length] ?? ""
      const id = await this.place(url)
      const became = this.expected.get(id)
      if (became === "open" && !stays(id)) await this.cancel(url, id)
      if (became !== "nothing" && became !== "unknown") continue
      // As behind a proxy: the next one goes to another server.
      turn += LINES + 1
      await new Promise((resolve) => setTimeout(resolve, AFTER_REFUSAL_MS))
    }
  }

  /** Answers the order's own id; what became of it is in the books. */
  async place(url: string): Promise<string> {
    this.#count += 1
    const clientOrderId = `${NAME}${this.#count}`
    this.expected.set(clientOrderId, "unknown")
    const { token, price } = this.#parts
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.0003" }
    const answer = await postTo(url, "/spot/place", { ...order, clientOrderId }, token).catch(unanswered)
    if (answer?.code === DONE) this.expected.set(clientOrderId, "open")
    else if (answer && (answer.code === STANDS_BY || REFUSED.includes(answer.code)))
      this.expected.set(clientOrderId, "nothing")
    else if (answer && answer.code !== PROBLEMS.INTERNAL)
      throw new Error(`an order was answered ${JSON.stringify(answer)}`)
    return clientOrderId
  }

  async cancel(url: string, clientOrderId: string): Promise<void> {
    this.expected.set(clientOrderId, "unknown")
    const body = { clientOrderId }
    const answer = await postTo(url, "/spot/cancel", body, this.#parts.token).catch(unanswered)
    if (answer?.code === DONE) this.expected.set(clientOrderId, "gone")
    else if (answer && (answer.code === STANDS_BY || answer.code === PROBLEMS.ENGINE_BUSY))
      this.expected.set(clientOrderId, "open")
  }

  /** One that was acknowledged and not cancelled since. */
  anyOpen(): string | undefined {
    return this.#ids("open")[0]
  }

  /** Cancels what is open beyond a number that any user may have. */
  async thinOut(url: string): Promise<void> {
    for (const id of this.#ids("open").slice(OPEN_MAX)) await this.cancel(url, id)
  }

  #ids(expected: Expected): string[] {
    return [...this.expected].flatMap(([id, each]) => (each === expected ? [id] : []))
  }

  /** What a server shows otherwise than its answers said; empty: nothing. Not to be asked while orders are under way. */
  async differencesAt(url: string): Promise<string[]> {
    const { token } = this.#parts
    const { data } = await getFrom<{ rows: SpotOrder[] }>(url, "/spot/open?limit=500", token)
    const open = data.rows.map(({ clientOrderId }) => clientOrderId ?? "")
    const isOpen = new Set(open)
    const wrong = [
      ...(isOpen.size === open.length ? [] : [`an order is open twice: ${open.join()}`]),
      ...this.#ids("open").flatMap((id) => (isOpen.has(id) ? [] : [`${id} was acknowledged and isn't open`])),
      ...this.#ids("gone").flatMap((id) => (isOpen.has(id) ? [`${id} was cancelled and is open`] : [])),
      ...this.#ids("nothing").flatMap((id) => (isOpen.has(id) ? [`${id} was refused and is open`] : [])),
    ]
    // What is held is what the open orders may cost.
    const money = await getFrom<{
      balances: { currency: string; wallet: string; available: string; held: string }[]
    }>(url, "/assets/index", token)
    const usdt = money.data.balances.find((row) => row.currency === "USDT" && row.wallet === "funding")
    const [available, held] = [Number(usdt?.available), Number(usdt?.held)]
    if (Math.abs(available + held - USDT) > 1e-6 || held > 0 !== open.length > 0)
      wrong.push(`${available} available and ${held} held of ${USDT}, with ${open.length} open`)
    return wrong
  }

  /** The same of the database itself: each acknowledged order is one row, and no refused one is there. */
  async differencesIn(databaseUrl: string, data: string): Promise<string[]> {
    const { schema } = schemaPlace({ data, database: DATABASE, seedFile: "", databaseUrl })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string; status: string }>(
        `select client_order_id as name, status from "${schema}".orders where client_order_id is not null`,
      )
      const found = Map.groupBy(rows, ({ name }) => name)
      return [...this.expected].flatMap(([id, expected]) => {
        const states = (found.get(id) ?? []).map(({ status }) => status)
        const isRight =
          expected === "nothing"
            ? states.length === 0
            : expected === "unknown"
              ? states.length <= 1
              : states.length === 1 && (states[0] === "cancelled") === (expected === "gone")
        return isRight
          ? []
          : [`${id} must be ${expected}, and stands there as: ${states.join() || "nothing"}`]
      })
    } finally {
      await client.end()
    }
  }
}

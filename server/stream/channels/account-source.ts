/** What is private on a socket? A user's orders, fills and balances: whole at first, then each change, chained by number. */

import type { AccountId } from "#server/engine/command.ts"
import { type AccountChange, type AccountReader, mergeChanges } from "#server/read-model/account-model.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

/** All as it stands when it is written out; or what changed. */
type AccountNews = "whole" | AccountChange

/** Rows kept for a slow reader; beyond them he gets the whole instead. */
const KEPT_ROWS_MAX = 1000
/** What a row costs. */
const ROW_BYTES = 600

export class AccountSource implements Source<AccountNews> {
  readonly channel = "account"
  readonly topics = new Map<string, Topic>()
  readonly #reader: AccountReader
  readonly #stopListening: () => void
  #pending = new Map<AccountId, AccountChange>()

  /** `onNews`: something waits to be published. */
  constructor(reader: AccountReader, onNews: () => void) {
    this.#reader = reader
    this.#stopListening = reader.listen((changes) => {
      let isNews = false
      for (const [account, change] of changes) {
        if (!this.topics.get(account)?.members.size) continue
        const before = this.#pending.get(account)
        this.#pending.set(account, before ? mergeChanges(before, change) : change)
        isNews = true
      }
      if (isNews) onNews()
    })
  }

  stop(): void {
    this.#stopListening()
  }

  /** Nobody subscribes to it: the login decides whose it is. */
  knows(): boolean {
    return false
  }

  gather(): boolean {
    return false
  }

  *take(): Iterable<readonly [string, AccountNews]> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    yield* pending
  }

  whole(): AccountNews {
    return "whole"
  }

  since(account: string, n: number): AccountNews {
    return this.#reader.since(account, n) ?? "whole"
  }

  merge(own: AccountNews | undefined, later: AccountNews): AccountNews {
    if (own === "whole" || later === "whole") return "whole"
    const merged = own ? mergeChanges(own, later) : later
    return rowsOf(merged) > KEPT_ROWS_MAX ? "whole" : merged
  }

  encode(account: string, news: AccountNews): string | string[] | undefined {
    if (news === "whole") return messageText("account", JSON.stringify(this.#reader.snapshot(account)))
    const parts = (["fill", "order", "balance"] as const).flatMap((type) => {
      const rows = { fill: news.fills, order: news.orders, balance: news.balances }[type]
      return rows.length > 0 ? [{ type, rows }] : []
    })
    let prev = news.prev
    return parts.map(({ type, rows }, place) => {
      const n = place === parts.length - 1 ? news.n : prev + 1
      const text = messageText(type, JSON.stringify({ prev, n, rows }))
      prev = n
      return text
    })
  }

  size(news: AccountNews): number {
    return news === "whole" ? ROW_BYTES : rowsOf(news) * ROW_BYTES
  }

  forget(account: string): void {
    this.#pending.delete(account)
  }
}

const rowsOf = ({ orders, fills, balances }: AccountChange): number =>
  orders.length + fills.length + balances.length

/** What is private on a socket: a user's rows, all of them at first, then each change, chained by number. */

import { kindsOf, type RowLists, type RowRules } from "#core/account/kept-rows.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { AccountId } from "#server/engine/command.ts"
import { type AccountChange, type AccountReader, mergeChanges } from "#server/read-model/account-changes.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

/** All as it stands when it is written out; or what changed. */
type AccountNews<Rows> = "whole" | AccountChange<Rows>

/** Rows kept for a slow reader; beyond them he gets the whole instead. */
const KEPT_ROWS_MAX = 1000
/** What a row costs. */
const ROW_BYTES = 600

export class AccountSource<Rows = PrivateRows> implements Source<AccountNews<Rows>> {
  readonly channel = "account"
  readonly topics = new Map<string, Topic>()
  readonly #reader: AccountReader<Rows>
  readonly #stopListening: () => void
  #pending = new Map<AccountId, AccountChange<Rows>>()

  /** `onNews`: something waits to be published. */
  constructor(reader: AccountReader<Rows>, onNews: () => void) {
    this.#reader = reader
    this.#stopListening = reader.listen((changes) => {
      let isNews = false
      for (const [account, change] of changes) {
        if (!this.topics.get(account)?.members.size) continue
        const before = this.#pending.get(account)
        this.#pending.set(account, before ? mergeChanges(reader.rules, before, change) : change)
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

  *take(): Iterable<readonly [string, AccountNews<Rows>]> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    yield* pending
  }

  whole(): AccountNews<Rows> {
    return "whole"
  }

  since(account: string, n: number): AccountNews<Rows> {
    return this.#reader.since(account, n) ?? "whole"
  }

  merge(own: AccountNews<Rows> | undefined, later: AccountNews<Rows>): AccountNews<Rows> {
    if (own === "whole" || later === "whole") return "whole"
    const { rules } = this.#reader
    const merged = own ? mergeChanges(rules, own, later) : later
    return countRows(rules, merged.rows) > KEPT_ROWS_MAX ? "whole" : merged
  }

  encode(account: string, news: AccountNews<Rows>): string | string[] {
    return news === "whole" ? this.#writeAll(account) : this.#writeChange(news)
  }

  size(news: AccountNews<Rows>): number {
    return news === "whole" ? ROW_BYTES : countRows(this.#reader.rules, news.rows) * ROW_BYTES
  }

  forget(account: string): void {
    this.#pending.delete(account)
  }

  #writeAll(account: string): string {
    const { rules } = this.#reader
    const { n, time, rows } = this.#reader.snapshot(account)
    const lists = kindsOf(rules).map((kind) => [rules[kind].list, rows[kind]] as const)
    return messageText("account", JSON.stringify({ n, time, ...Object.fromEntries(lists) }))
  }

  /** A message a kind that changed; the last one has the number of the whole change. */
  #writeChange({ prev, n, rows }: AccountChange<Rows>): string[] {
    const changed = kindsOf(this.#reader.rules).filter((kind) => rows[kind].length > 0)
    return changed.map((kind, index) => {
      const own = { prev: prev + index, n: index === changed.length - 1 ? n : prev + index + 1 }
      return messageText(kind, JSON.stringify({ ...own, rows: rows[kind] }))
    })
  }
}

function countRows<Rows>(rules: RowRules<Rows>, rows: RowLists<Rows>): number {
  return kindsOf(rules).reduce((sum, kind) => sum + rows[kind].length, 0)
}

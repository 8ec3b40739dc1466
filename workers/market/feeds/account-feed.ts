/**
 * Logs the connection in and keeps the user's own rows by the chain of `prev` and `n`. A gap asks for the whole account
 * anew; after a cut only what was missed is asked for. Knows no kind of row by name: those come with the table of rules.
 */

import {
  clientLimit,
  forEachKind,
  isRow,
  KeptRows,
  type KindOf,
  kindsOf,
  type RowLists,
  type RowRules,
} from "#core/account/kept-rows.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { ClientMessage } from "#core/wire/socket.ts"
import type { AccountFrame, AccountState } from "../account-frame.ts"
import type { Incoming } from "../socket/read-messages.ts"

/** What was asked for and isn't there yet is asked for again: the question or its answer may have been lost on the way. */
const ASK_AGAIN_MS = 5_000
/** Changed rows that wait for the page before it gets the whole instead. */
const WAITING_MAX = 5000

export interface AccountFeedEvents {
  send(message: ClientMessage): void
  isOpen(): boolean
  changed(): void
  gap(): void
  /** Rows that can't be read. */
  refused(type: string, rows: number): void
}

type Data = Incoming["data"]
type Kept<Rows> = { readonly [Kind in keyof Rows]: KeptRows<Rows[Kind]> }
type Changed<Rows> = { readonly [Kind in keyof Rows]: Map<string, Rows[Kind]> }

export class AccountFeed<Rows = PrivateRows> {
  readonly #rules: RowRules<Rows>
  readonly #kinds: ReadonlySet<string>
  readonly #events: AccountFeedEvents
  #token: string | null = null
  /** Of the last private message that was taken in; null: nothing is held, or it can't be trusted. */
  #n: number | null = null
  /** What `n` must reach to be up to date; null: the connection isn't logged in. */
  #wanted: number | null = null
  readonly #kept: Kept<Rows>
  /** Since when it is logged in, by the looks of {@link watch}, and not up to date; null: it is, or nobody has looked. */
  #behindSince: number | null = null
  /** The page needs everything anew. */
  #isWholeDue = true
  /** What the page doesn't have yet. */
  readonly #changed: Changed<Rows>
  /** Rises with everything that a frame would tell. */
  version = 0

  constructor(rules: RowRules<Rows>, events: AccountFeedEvents) {
    this.#rules = rules
    this.#kinds = new Set(kindsOf(rules))
    this.#events = events
    this.#kept = forEachKind<Kept<Rows>, Rows>(rules, (_, rule) => new KeptRows(rule, clientLimit(rule)))
    this.#changed = forEachKind<Changed<Rows>, Rows>(
      rules,
      <Kind extends KindOf<Rows>>() => new Map<string, Rows[Kind]>(),
    )
  }

  get state(): AccountState {
    if (this.#token === null) return "none"
    return this.#n !== null && this.#wanted !== null && this.#n >= this.#wanted ? "live" : "catching-up"
  }

  /** What is held of one kind, in the order in which it came. */
  rowsOf<Kind extends KindOf<Rows>>(kind: Kind): IterableIterator<Rows[Kind]> {
    return this.#kept[kind].values()
  }

  /** Who the page is logged in as; null: nobody. Without a connection it is said by the next one. */
  login(token: string | null): void {
    if (token === this.#token) return
    this.#token = token
    this.#forget()
    if (this.#events.isOpen()) this.#events.send({ type: "auth", data: { token: token ?? "" } })
    this.#noteChange()
  }

  opened(): void {
    if (this.#token !== null) this.#ask(this.#n)
  }

  lost(): void {
    this.#wanted = null
    this.#noteChange()
  }

  /** Once a second: what has been missing for long is asked for again. */
  watch(now: number): void {
    const isBehind = this.#events.isOpen() && this.state === "catching-up"
    // A clock that was set back begins the waiting anew.
    if (!isBehind || this.#behindSince === null || now < this.#behindSince) {
      this.#behindSince = isBehind ? now : null
      return
    }
    if (now - this.#behindSince < ASK_AGAIN_MS) return
    this.#behindSince = now
    this.#ask(this.#n)
  }

  /** Takes a private message; false: it is none. */
  take({ type, data }: Incoming): boolean {
    if (type === "authenticated") this.#authenticated(data)
    else if (type === "account") this.#replace(data)
    else if (this.#isKind(type)) this.#follow(type, data)
    else return false
    return true
  }

  /** The session has ended: nothing more comes. The page forgets its token next. */
  ended(): void {
    this.#wanted = null
    this.#noteChange()
  }

  /** What the page doesn't have yet; afterwards it has it. */
  takeFrame(silentSince: number | null): AccountFrame<Rows> {
    const isWhole = this.#isWholeDue
    const rows = forEachKind<RowLists<Rows>, Rows>(this.#rules, (kind) => [
      ...(isWhole ? this.#kept[kind].values() : this.#changed[kind].values()),
    ])
    this.#clearChanges()
    // What can't be trusted yet is replaced once it can be; until then the page keeps what it had.
    this.#isWholeDue = false
    return { token: this.#token, state: this.state, silentSince, isWhole, rows }
  }

  #authenticated({ n }: Data): void {
    if (this.#token === null || !isWholeNumber(n)) return
    this.#wanted = n
    this.#noteChange()
  }

  #replace(data: Data): void {
    if (this.#token === null) return
    const { n } = data
    const lists = kindsOf(this.#rules).map((kind) => {
      const { list, isNew } = this.#rules[kind]
      return { kind, list: data[list] ?? (isNew ? [] : undefined) }
    })
    if (!isWholeNumber(n) || lists.some(({ list }) => !Array.isArray(list))) {
      this.#events.refused("account", 1)
      return
    }
    this.#forget(this.#wanted)
    this.#n = n
    for (const { kind, list } of lists)
      if (Array.isArray(list)) for (const row of this.#read("account", kind, list)) this.#kept[kind].take(row)
    this.#noteChange()
  }

  #follow(type: KindOf<Rows>, { prev, n, rows }: Data): void {
    if (this.#n === null) return
    if (!isWholeNumber(prev) || !isWholeNumber(n) || !Array.isArray(rows)) this.#events.refused(type, 1)
    else if (n <= this.#n) return
    else if (prev === this.#n) {
      this.#n = n
      this.#apply(type, rows)
      this.#noteChange()
      return
    }
    // Something is missing, or can't be read: only the whole heals it.
    this.#n = null
    this.#events.gap()
    this.#ask(null)
    this.#noteChange()
  }

  #apply<Kind extends KindOf<Rows>>(kind: Kind, rows: readonly unknown[]): void {
    for (const row of this.#read(kind, kind, rows)) {
      if (this.#kept[kind].take(row) && !this.#isWholeDue)
        this.#changed[kind].set(this.#rules[kind].keyOf(row), row)
    }
    const waiting = kindsOf(this.#rules).reduce((sum, each) => sum + this.#changed[each].size, 0)
    if (waiting > WAITING_MAX) this.#makeWholeDue()
  }

  #read<Kind extends KindOf<Rows>>(type: string, kind: Kind, rows: readonly unknown[]): Rows[Kind][] {
    const rule = this.#rules[kind]
    const read = rows.filter((row) => isRow(rule, row))
    if (read.length < rows.length) this.#events.refused(type, rows.length - read.length)
    return read
  }

  #isKind(type: string): type is KindOf<Rows> {
    return this.#kinds.has(type)
  }

  #ask(since: number | null): void {
    this.#wanted = null
    if (this.#token === null || !this.#events.isOpen()) return
    this.#events.send({
      type: "auth",
      data: since === null ? { token: this.#token } : { token: this.#token, since },
    })
  }

  #forget(wanted: number | null = null): void {
    this.#n = null
    this.#wanted = wanted
    for (const kind of kindsOf(this.#rules)) this.#kept[kind].clear()
    this.#makeWholeDue()
  }

  #makeWholeDue(): void {
    this.#isWholeDue = true
    this.#clearChanges()
  }

  #clearChanges(): void {
    for (const kind of kindsOf(this.#rules)) this.#changed[kind].clear()
  }

  #noteChange(): void {
    this.version += 1
    this.#events.changed()
  }
}

const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value)

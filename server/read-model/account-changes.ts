/**
 * What each account has by kind of row, and what changed of it, numbered, so that a socket can go on where it was cut.
 * Knows no kind by name: those come with the table of rules.
 */

import {
  forEachKind,
  KeptRows,
  type KindOf,
  kindsOf,
  mergeRows,
  type RowLists,
  type RowRules,
  snapshotLimit,
} from "#core/account/kept-rows.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { AccountId } from "#server/engine/command.ts"

/** Changes of one account that can be sent again. */
export const REPLAYED_MAX = 1000
/** Accounts whose changes are kept for that; beyond them the one whose owner connected longest ago goes. */
const LOGGED_ACCOUNTS_MAX = 2000

/** What a batch changed of one account. */
export interface AccountChange<Rows = PrivateRows> {
  readonly prev: number
  readonly n: number
  /** As they stand, each once, ended ones too; in the order in which they came. */
  readonly rows: RowLists<Rows>
}

export interface AccountState<Rows = PrivateRows> {
  /** Of the newest change. */
  readonly n: number
  readonly time: TimeMs
  readonly rows: RowLists<Rows>
}

/** What sockets read. */
export interface AccountReader<Rows = PrivateRows> {
  readonly rules: RowRules<Rows>
  /** Of the newest change. */
  n(account: AccountId): number
  snapshot(account: AccountId): AccountState<Rows>
  /** All that came after `n`, merged; undefined: not known any more, or never. */
  since(account: AccountId, n: number): AccountChange<Rows> | undefined
  /** From now on changes of this account are kept, to be sent again. Loads what the memory doesn't have. */
  prepare(account: AccountId): Promise<void>
  /** Called synchronously after each batch is in the model. Returns how to stop. */
  listen(listener: ChangeListener<Rows>): () => void
}
type ChangeListener<Rows> = (changes: ReadonlyMap<AccountId, AccountChange<Rows>>) => void

/** Reads the newest rows of an account from storage, oldest first. */
type ReadOlder<Row> = (account: AccountId, limit: number) => Promise<Row[]>

export interface AccountChangesParts<Rows> {
  rules: RowRules<Rows>
  /** Wall clock, epoch ms; also makes the first number, so that those of an earlier process never match. */
  now(): TimeMs
  /** Kinds whose rows of earlier runs belong to the snapshot. */
  older?: { [Kind in keyof Rows]?: ReadOlder<Rows[Kind]> }
}

interface AccountRecord<Rows> {
  n: number
  readonly rows: { readonly [Kind in keyof Rows]: KeptRows<Rows[Kind]> }
  /** The rows of earlier runs are there too. */
  hasOlder: boolean
  /** Undefined: nobody has asked for it yet. */
  log: AccountChange<Rows>[] | undefined
}
/** Of one batch, the newest row of each key. */
type Touched<Rows> = { readonly [Kind in keyof Rows]: Map<string, Rows[Kind]> }

export class AccountChanges<Rows = PrivateRows> implements AccountReader<Rows> {
  readonly rules: RowRules<Rows>
  readonly #parts: AccountChangesParts<Rows>
  readonly #kinds: readonly KindOf<Rows>[]
  readonly #first: number
  readonly #accounts = new Map<AccountId, AccountRecord<Rows>>()
  #touched = new Map<AccountId, Touched<Rows>>()
  /** Those with a log; whose owner connected longest ago comes first. */
  readonly #logged = new Set<AccountId>()
  readonly #listeners = new Set<ChangeListener<Rows>>()

  constructor(parts: AccountChangesParts<Rows>) {
    this.rules = parts.rules
    this.#parts = parts
    this.#kinds = kindsOf(parts.rules)
    this.#first = parts.now() * 1000
  }

  /** A row as it stood when the server began: it is no change. */
  seedRow<Kind extends KindOf<Rows>>(account: AccountId, kind: Kind, row: Rows[Kind]): void {
    this.#record(account).rows[kind].take(row)
  }

  /** A row of the batch that is being read; {@link publish} ends the batch. */
  note<Kind extends KindOf<Rows>>(account: AccountId, kind: Kind, row: Rows[Kind]): void {
    let touched = this.#touched.get(account)
    if (!touched) {
      touched = forEachKind<Touched<Rows>, Rows>(
        this.rules,
        <Each extends KindOf<Rows>>() => new Map<string, Rows[Each]>(),
      )
      this.#touched.set(account, touched)
    }
    touched[kind].set(this.rules[kind].keyOf(row), row)
  }

  /** What was noted since the last time becomes one change for each account. */
  publish(): void {
    if (this.#touched.size === 0) return
    const batch = this.#touched
    this.#touched = new Map()
    const changes = new Map<AccountId, AccountChange<Rows>>()
    for (const [account, touched] of batch) changes.set(account, this.#apply(account, touched))
    for (const listener of this.#listeners) listener(changes)
  }

  n(account: AccountId): number {
    return this.#accounts.get(account)?.n ?? this.#first
  }

  snapshot(account: AccountId): AccountState<Rows> {
    const known = this.#accounts.get(account)
    const rows = forEachKind<RowLists<Rows>, Rows>(this.rules, (kind) => [
      ...(known?.rows[kind].values() ?? []),
    ])
    return { n: this.n(account), time: this.#parts.now(), rows }
  }

  since(account: AccountId, n: number): AccountChange<Rows> | undefined {
    const known = this.#accounts.get(account)
    if (n === this.n(account))
      return { prev: n, n, rows: forEachKind<RowLists<Rows>, Rows>(this.rules, () => []) }
    const index = known?.log?.findIndex(({ prev }) => prev === n) ?? -1
    if (!known?.log || index < 0) return undefined
    return known.log.slice(index).reduce((before, after) => mergeChanges(this.rules, before, after))
  }

  async prepare(account: AccountId): Promise<void> {
    const record = this.#record(account)
    this.#startLog(account, record)
    if (record.hasOlder) return
    const kinds = this.#kinds.map((kind) => this.#readOlder(account, kind))
    const puts = await Promise.all(kinds)
    if (record.hasOlder) return
    record.hasOlder = true
    for (const put of puts) put()
  }

  listen(listener: ChangeListener<Rows>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The rows of one kind, in the order in which their keys came; undefined: nothing is known of the account. */
  rowsOf<Kind extends KindOf<Rows>>(account: AccountId, kind: Kind): KeptRows<Rows[Kind]> | undefined {
    return this.#accounts.get(account)?.rows[kind]
  }

  /** Reads the older rows of a kind; what it answers puts them before those of this run, each once. */
  async #readOlder<Kind extends KindOf<Rows>>(account: AccountId, kind: Kind): Promise<() => void> {
    const read = this.#parts.older?.[kind]
    const limit = snapshotLimit(this.rules[kind])
    if (!read || limit === undefined) return () => undefined
    const older = await read(account, limit)
    return () => {
      const kept = this.#record(account).rows[kind]
      const rows = mergeRows(this.rules[kind], older, [...kept.values()])
      kept.clear()
      for (const row of rows) kept.take(row)
    }
  }

  #apply(account: AccountId, touched: Touched<Rows>): AccountChange<Rows> {
    const record = this.#record(account)
    const rows = forEachKind<RowLists<Rows>, Rows>(this.rules, (kind) => {
      const list = [...touched[kind].values()]
      for (const row of list) record.rows[kind].take(row)
      return list
    })
    const prev = record.n
    // One number for each message of the change, and the last of them always the same: a number from the middle isn't
    // in the log, since what was sent merged can't be split again.
    record.n += this.#kinds.length + 1
    const change = { prev, n: record.n, rows }
    if (record.log) {
      record.log.push(change)
      if (record.log.length > 2 * REPLAYED_MAX) record.log.splice(0, record.log.length - REPLAYED_MAX)
    }
    return change
  }

  #record(account: AccountId): AccountRecord<Rows> {
    const known = this.#accounts.get(account)
    if (known) return known
    const rows = forEachKind<AccountRecord<Rows>["rows"], Rows>(
      this.rules,
      (_, rule) => new KeptRows(rule, snapshotLimit(rule)),
    )
    const fresh: AccountRecord<Rows> = { n: this.#first, rows, hasOlder: false, log: undefined }
    this.#accounts.set(account, fresh)
    return fresh
  }

  #startLog(account: AccountId, record: AccountRecord<Rows>): void {
    record.log ??= []
    this.#logged.delete(account)
    this.#logged.add(account)
    if (this.#logged.size <= LOGGED_ACCOUNTS_MAX) return
    const [oldest] = this.#logged
    if (oldest === undefined) return
    this.#logged.delete(oldest)
    this.#record(oldest).log = undefined
  }
}

/** One after the other, as one: the newest of each row, ended ones too (W2). */
export function mergeChanges<Rows>(
  rules: RowRules<Rows>,
  before: AccountChange<Rows>,
  after: AccountChange<Rows>,
): AccountChange<Rows> {
  const rows = forEachKind<RowLists<Rows>, Rows>(rules, (kind, rule) =>
    mergeRows(rule, before.rows[kind], after.rows[kind]),
  )
  return { prev: before.prev, n: after.n, rows }
}

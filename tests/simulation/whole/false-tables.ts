/** Tables in memory that take the statements of the exchange's journal: what a database does with them, and nothing more. */

import { accountSigns, type Sign } from "#server/engine/ledger/ledger-account.ts"
import { STATE_VERSION } from "#server/engine/versions.ts"
import { KEPT_MARK } from "#server/storage/database-message.ts"

export type Row = Record<string, unknown>
type Parameters = readonly unknown[]

/** As PostgreSQL says it: a class that no repeating mends. */
export class TableFault extends Error {
  readonly code: string
  constructor(message: string, code = "23505") {
    super(message)
    this.code = code
  }
}

/** Keys of the tables that a batch writes: twice the same is refused, or replaced where the statement says so. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  ledger_journals: ["seq", "n"],
  ledger_entries: ["seq", "n", "line"],
  bill: ["user_id", "seq", "n"],
  orders: ["id"],
  fills: ["user_id", "seq", "n"],
  positions: ["id"],
  second_contracts: ["id"],
  contract_notices: ["user_id", "seq", "n"],
  funding_rates: ["instrument", "time"],
  open_interests: ["instrument", "time"],
  insurance_fund: ["currency", "hour"],
}
/** By the table that the database's checks are made from; what it doesn't name is never below zero. */
const signOf = (account: string): Sign =>
  accountSigns.find(({ name, hasParts }) => (hasParts ? account.startsWith(`${name}.`) : account === name))
    ?.sign ?? "not-negative"
const isWithin = (account: string, amount: bigint): boolean => {
  const sign = signOf(account)
  return sign === "either" || (sign === "not-positive" ? amount <= 0n : amount >= 0n)
}

interface Part {
  table: string
  columns: readonly string[]
  /** Places of the parameters, from 0. */
  parameters: readonly number[]
  isReplacing: boolean
}

/** A part of a batch's statement that inserts rows out of arrays. */
const PART = /insert into (\w+) \(([^)]*)\)[\s\S]*?unnest\(([^()]*)\)\s*fresh(?: \(([^)]*)\))?([\s\S]*)/

/** One text per shape of a batch: read once. */
const shapes = new Map<string, readonly Part[]>()

export class FalseTables {
  head: { id: number; term: number; seq: number; time: number; chain: Uint8Array } | undefined
  readonly journal = new Map<number, Row>()
  readonly snapshots = new Map<number, Row>()
  readonly hashes = new Map<number, Row>()
  readonly rows = new Map<string, Map<string, Row>>()
  /** `account currency` → amount, by the trigger. */
  readonly balances = new Map<string, bigint>()
  /** Hears of each batch that has come to be. */
  onBatch: (batch: { firstSeq: number; lastSeq: number; commands: Uint8Array }) => void = () => undefined

  table(name: string): Map<string, Row> {
    let table = this.rows.get(name)
    if (!table) {
      table = new Map()
      this.rows.set(name, table)
    }
    return table
  }

  /** Does one statement whole, or throws and does nothing of it. */
  execute(sql: string, parameters: Parameters): Row[] {
    if (sql.startsWith(KEPT_MARK)) return this.#commit(sql, parameters)
    const one = STATEMENTS.find(([begin]) => sql.trimStart().startsWith(begin))
    if (!one) throw unknown(sql)
    return one[1](this, parameters)
  }

  #commit(sql: string, parameters: Parameters): Row[] {
    const [seq, time, chain, term, before] = parameters as [number, number, Uint8Array, number, number]
    if (!this.head || this.head.term !== term || this.head.seq !== before) return []
    const [firstSeq, lastSeq, , rules, commands] = parameters.slice(5) as [
      number,
      number,
      number,
      number,
      Uint8Array,
    ]
    if (this.journal.has(firstSeq)) throw new TableFault("a batch with this number is there")
    let shape = shapes.get(sql)
    if (!shape) {
      shape = shapeOf(sql)
      shapes.set(sql, shape)
    }
    const fresh = shape.map((part) => ({ part, rows: rowsOf(part, parameters) }))
    for (const { part, rows } of fresh) this.#check(part, rows)
    const balances = this.#posted(
      fresh.flatMap(({ part, rows }) => (part.table === "ledger_entries" ? rows : [])),
    )
    for (const { part, rows } of fresh) {
      const table = this.table(part.table)
      if (part.table === "insurance_fund") this.#addFund(rows)
      for (const row of rows) table.set(keyOf(part.table, row), row)
    }
    for (const [key, amount] of balances) this.balances.set(key, amount)
    this.head = { ...this.head, seq, time, chain }
    const row = { first_seq: firstSeq, last_seq: lastSeq, time, rules, commands, chain }
    this.journal.set(firstSeq, row)
    this.onBatch({ firstSeq, lastSeq, commands })
    return [{ seq }]
  }

  /** The statement tells changes, and adds what there was before the batch. */
  #addFund(rows: readonly Row[]): void {
    for (const row of rows)
      row.balance = BigInt(String(row.change)) + (this.balances.get(`insurance ${row.currency}`) ?? 0n)
  }

  #check({ table, isReplacing }: Part, rows: readonly Row[]): void {
    const known = this.table(table)
    const keys = new Set<string>()
    for (const row of rows) {
      const key = keyOf(table, row)
      if ((known.has(key) && !isReplacing) || keys.has(key))
        throw new TableFault(`${table} has ${key} already`)
      keys.add(key)
    }
  }

  /** The trigger of the ledger: journals sum to zero, and nobody gets where the account's sign forbids. */
  #posted(entries: readonly Row[]): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    const changed = new Map<string, bigint>()
    for (const { seq, n, account, currency, amount } of entries) {
      const journal = `${seq} ${n} ${currency}`
      sums.set(journal, (sums.get(journal) ?? 0n) + BigInt(String(amount)))
      const key = `${account} ${currency}`
      changed.set(key, (changed.get(key) ?? this.balances.get(key) ?? 0n) + BigInt(String(amount)))
    }
    for (const sum of sums.values())
      if (sum !== 0n) throw new TableFault("a journal does not sum to zero", "23514")
    for (const [key, amount] of changed)
      if (!isWithin(key.split(" ")[0] ?? "", amount))
        throw new TableFault(`${key} may not be ${amount}`, "23514")
    return changed
  }
}

function shapeOf(sql: string): Part[] {
  return sql.split(/, (?=\w+ as \()/).flatMap((text) => {
    if (!text.includes("unnest(")) return []
    const [, table = "", inserted = "", unnested = "", fresh, rest = ""] = PART.exec(text) ?? []
    const columns = (fresh ?? inserted).split(",").map((name) => name.trim())
    const parameters = [...unnested.matchAll(/\$(\d+)::/g)].map(([, place]) => Number(place) - 1)
    if (columns.length !== parameters.length || !KEYS[table]) throw unknown(text)
    return [{ table, columns, parameters, isReplacing: rest.includes("on conflict") }]
  })
}

/** Of a class that isn't tried again: a statement that is new to these tables ends the run. */
const unknown = (sql: string) => new TableFault(`the false database doesn't know: ${sql}`, "42601")

function rowsOf({ columns, parameters: places }: Part, parameters: Parameters): Row[] {
  const lists = places.map((place) => listOf(String(parameters[place])))
  return (lists[0] ?? []).map((_, at) =>
    Object.fromEntries(columns.map((column, place) => [column, lists[place]?.[at]])),
  )
}

/** PostgreSQL's text of an array; numbers and texts alike stay text. */
function listOf(text: string): string[] {
  if (text === "{}") return []
  if (!text.startsWith('{"')) return text.slice(1, -1).split(",")
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value = ""]) => value.replaceAll(/\\(.)/g, "$1"))
}

const keyOf = (table: string, row: Row): string => (KEYS[table] ?? []).map((column) => row[column]).join(" ")

const newestFirst = (rows: Iterable<number>): number[] => [...rows].sort((one, other) => other - one)
const number = (parameters: Parameters, place: number): number => Number(parameters[place])

type Statement = (tables: FalseTables, parameters: Parameters) => Row[]
/** By how they begin. What isn't here is an error: nothing is answered by guess. */
const STATEMENTS: readonly (readonly [string, Statement])[] = [
  // Nothing stands by in this world, so no writer ever notes that it handed over.
  ['select "value" from "meta"', () => []],
  [
    'update "engine_head" set "term"',
    (tables) => {
      if (!tables.head) return []
      tables.head = { ...tables.head, term: tables.head.term + 1 }
      return [{ ...tables.head }]
    },
  ],
  [
    'insert into "engine_head"',
    (tables, parameters) => {
      if (tables.head) throw new TableFault("there is a head")
      const [id, term, seq, time, chain] = parameters as [number, number, number, number, Uint8Array]
      tables.head = { id, term, seq, time, chain }
      return []
    },
  ],
  ['select * from "engine_head"', ({ head }) => (head ? [{ ...head }] : [])],
  ['select "time" from "engine_head"', ({ head }) => (head ? [{ time: head.time }] : [])],
  ['select "seq" from "snapshots"', ({ snapshots }) => newestFirst(snapshots.keys()).map((seq) => ({ seq }))],
  [
    'select * from "snapshots" where "seq" = $1',
    ({ snapshots }, parameters) =>
      [snapshots.get(number(parameters, 0))].flatMap((row) => (row ? [{ ...row }] : [])),
  ],
  [
    'select "seq", "hash" from "state_hashes"',
    ({ hashes }, parameters) =>
      [...hashes.values()].filter(
        ({ seq, version }) => Number(seq) > number(parameters, 0) && version === number(parameters, 1),
      ),
  ],
  [
    "select count(*) as",
    ({ hashes }, parameters) => [
      {
        count: String(
          [...hashes.values()].filter(
            ({ seq, version }) => Number(seq) > number(parameters, 0) && version !== number(parameters, 1),
          ).length,
        ),
      },
    ],
  ],
  [
    'select * from "journal" where "first_seq" > $1 order by "first_seq" limit $2',
    ({ journal }, parameters) =>
      [...journal.values()]
        .filter(({ first_seq }) => Number(first_seq) > number(parameters, 0))
        .sort((one, other) => Number(one.first_seq) - Number(other.first_seq))
        .slice(0, number(parameters, 1))
        .map((row) => ({ ...row })),
  ],
  [
    "insert into state_hashes",
    ({ head, hashes }, parameters) => {
      const [seq, version, hash, term] = parameters as [number, number, Uint8Array, number]
      if (head?.term === term && !hashes.has(seq))
        hashes.set(seq, { seq, version: version ?? STATE_VERSION, hash })
      return []
    },
  ],
  [
    "insert into snapshots",
    ({ head, snapshots }, parameters) => {
      const [seq, time, hash, chain, state, term] = parameters as [
        number,
        number,
        unknown,
        unknown,
        unknown,
        number,
      ]
      if (head?.term === term && !snapshots.has(seq)) snapshots.set(seq, { seq, time, hash, chain, state })
      return []
    },
  ],
  [
    'delete from "snapshots"',
    ({ snapshots }, parameters) => dropped(snapshots, (row) => Number(row.seq) < number(parameters, 0)),
  ],
  [
    'delete from "journal"',
    ({ journal }, parameters) =>
      dropped(
        journal,
        (row) => Number(row.last_seq) <= number(parameters, 0) && Number(row.time) < number(parameters, 1),
      ),
  ],
  [
    'delete from "state_hashes"',
    ({ hashes }, parameters) => dropped(hashes, (row) => Number(row.seq) < number(parameters, 0)),
  ],
  [
    'select * from "positions" where "closed_by" = \'\' order by "id"',
    (tables) =>
      [...tables.table("positions").values()]
        .filter(({ closed_by }) => closed_by === "")
        .sort((one, other) => Number(one.id) - Number(other.id))
        .map((row) => ({ ...row, ...numbersOf(row, WHOLE_OF_POSITION), is_long: row.is_long === "1" })),
  ],
  [
    'select "id" from "positions" order by "id" desc',
    (tables) =>
      newestFirst([...tables.table("positions").values()].map(({ id }) => Number(id)))
        .slice(0, 1)
        .map((id) => ({ id })),
  ],
  [
    'select * from "second_contracts" where "status" = \'open\' order by "id"',
    (tables) =>
      [...tables.table("second_contracts").values()]
        .filter(({ status }) => status === "open")
        .sort((one, other) => Number(one.id) - Number(other.id))
        .map(typedSecond),
  ],
  [
    'select * from "fills"',
    (tables, parameters) =>
      [...tables.table("fills").values()]
        .filter(({ user_id }) => Number(user_id) === number(parameters, 0))
        .sort((one, other) => Number(other.seq) - Number(one.seq) || Number(other.n) - Number(one.n))
        .slice(0, number(parameters, 1))
        .map(typedFill),
  ],
]

function dropped(rows: Map<number, Row>, isOld: (row: Row) => boolean): Row[] {
  for (const [key, row] of rows) if (isOld(row)) rows.delete(key)
  return []
}

const numbersOf = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, Number(row[column])]))

const WHOLE_OF_FILL = ["user_id", "seq", "n", "order_id", "trade", "price", "quantity", "time"]
const WHOLE_OF_POSITION = ["id", "user_id", "leverage", "opened", "updated", "sequence"]
const typedFill = (row: Row): Row => ({ ...row, ...numbersOf(row, WHOLE_OF_FILL) })
const WHOLE_OF_SECOND = [
  ...["id", "user_id", "seconds", "open_seq", "open_time", "opened", "expiry", "sequence"],
] as const
/** Only what an end gives can be missing. */
const OF_AN_END = ["before_seq", "before_time", "before_price", "settle_seq", "settle_time", "settle_price"]
const typedSecond = (row: Row): Row => ({
  ...row,
  ...numbersOf(row, WHOLE_OF_SECOND),
  ...Object.fromEntries(
    [...OF_AN_END, "paid", "settled"].filter((column) => row[column] === "").map((column) => [column, null]),
  ),
})

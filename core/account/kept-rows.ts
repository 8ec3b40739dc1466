/**
 * Keeps the rows of one kind by the kind's rule. The server's account model, the worker's account feed and the page's
 * store all keep rows with it, so that the three can't merge differently.
 */

/** What is true of every kind. */
interface RowShape<Row> {
  /** Name of the kind's list in the `account` message. */
  readonly list: string
  /** A server of an earlier release, as one is met while a fleet is upgraded, doesn't send that list: there is none of the kind. */
  readonly isNew?: true
  /** Of two rows with one key the later replaces the earlier. */
  readonly keyOf: (row: Row) => string
  /** Fields that must be text, and fields that must be whole numbers, for a received row to be taken. */
  readonly texts: readonly (keyof Row & string)[]
  readonly wholes: readonly (keyof Row & string)[]
}

/** `latest`: one row a key, for good (a balance). */
interface LatestRule<Row> extends RowShape<Row> {
  readonly keep: "latest"
}
/** `open`: one row a key, removed when it has ended; the end itself is sent once (an order, a position). */
interface OpenRule<Row> extends RowShape<Row> {
  readonly keep: "open"
  readonly isOpen: (row: Row) => boolean
  /** Rises with each change of the row: an older version that comes late is passed over. */
  readonly versionOf: (row: Row) => number
}
/** `newest`: each row stays until there are too many, then the oldest goes (a fill, a notice). */
interface NewestRule<Row> extends RowShape<Row> {
  readonly keep: "newest"
  /** Rows in the `account` message. */
  readonly inSnapshot: number
  /** Rows that the worker and the page keep; older ones are read by HTTP. */
  readonly onClient: number
}
export type RowRule<Row> = LatestRule<Row> | OpenRule<Row> | NewestRule<Row>

/** One rule a kind. `Rows` names the type of each kind's row: `{ order: SpotOrder, … }`. */
export type RowRules<Rows> = { readonly [Kind in keyof Rows]: RowRule<Rows[Kind]> }
/** Some rows of each kind. */
export type RowLists<Rows> = { readonly [Kind in keyof Rows]: readonly Rows[Kind][] }
export type KindOf<Rows> = keyof Rows & string

/** Most rows of a kind that a snapshot carries; undefined: all. */
export const snapshotLimit = <Row>(rule: RowRule<Row>): number | undefined =>
  rule.keep === "newest" ? rule.inSnapshot : undefined
/** Most rows of a kind that a client keeps; undefined: all. */
export const clientLimit = <Row>(rule: RowRule<Row>): number | undefined =>
  rule.keep === "newest" ? rule.onClient : undefined

/** All rows of one kind that are held, in the order in which their keys came. */
export class KeptRows<Row> {
  readonly #rule: RowRule<Row>
  readonly #limit: number
  readonly #rows = new Map<string, Row>()

  /** `limit`: beyond so many the oldest goes; undefined: all stay. */
  constructor(rule: RowRule<Row>, limit: number | undefined) {
    this.#rule = rule
    this.#limit = limit ?? Number.POSITIVE_INFINITY
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  values(): IterableIterator<Row> {
    return this.#rows.values()
  }

  /** Merges a row; false: a newer version of it is held, and nothing changed. */
  take(row: Row): boolean {
    const rule = this.#rule
    const key = rule.keyOf(row)
    if (rule.keep === "open") {
      const known = this.#rows.get(key)
      if (known !== undefined && rule.versionOf(known) > rule.versionOf(row)) return false
      if (!rule.isOpen(row)) {
        this.#rows.delete(key)
        return true
      }
    }
    this.#rows.set(key, row)
    if (this.#rows.size > this.#limit)
      for (const oldest of this.#rows.keys()) return this.#rows.delete(oldest)
    return true
  }

  clear(): void {
    this.#rows.clear()
  }
}

/** Rows of two changes as one: the newest of each key, ended ones too, in the order in which they came. */
export function mergeRows<Row>(rule: RowRule<Row>, before: readonly Row[], after: readonly Row[]): Row[] {
  return [...new Map([...before, ...after].map((row) => [rule.keyOf(row), row])).values()]
}

/** Whether something received has the fields that the rule names; the schema itself would cost too much per row. */
export function isRow<Row>(rule: RowRule<Row>, value: unknown): value is Row {
  if (typeof value !== "object" || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return (
    rule.texts.every((name) => typeof fields[name] === "string") &&
    rule.wholes.every((name) => Number.isSafeInteger(fields[name]))
  )
}

/** The kinds of a table, in its order. */
export const kindsOf = <Rows>(rules: RowRules<Rows>): KindOf<Rows>[] => Object.keys(rules) as KindOf<Rows>[]

/** A value for each kind of a table. */
export function forEachKind<Made extends { [Kind in keyof Rows]: unknown }, Rows>(
  rules: RowRules<Rows>,
  make: <Kind extends KindOf<Rows>>(kind: Kind, rule: RowRule<Rows[Kind]>) => Made[Kind],
): Made {
  const made: Partial<Made> = {}
  for (const kind of kindsOf(rules)) made[kind] = make(kind, rules[kind])
  // Complete: `kindsOf` gives every key of the table.
  return made as Made
}

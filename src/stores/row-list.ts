/** Rows of one kind as the page holds them, and what a frame changed of them. Not followed by panels: stores publish it. */

import {
  clientLimit,
  forEachKind,
  KeptRows,
  type RowLists,
  type RowRule,
  type RowRules,
} from "#core/account/kept-rows.ts"

/** What a frame changed of one kind. */
export interface Written<Row> {
  /** As the frame has them, ended ones too. */
  rows: readonly Row[]
  /** Those of which nothing was held. */
  fresh: readonly Row[]
  /** Those that have ended. */
  ended: readonly Row[]
  /** What was held, and the whole doesn't have. */
  gone: readonly Row[]
}

class RowList<Row> {
  readonly #rule: RowRule<Row>
  readonly #kept: KeptRows<Row>

  constructor(rule: RowRule<Row>) {
    this.#rule = rule
    this.#kept = new KeptRows(rule, clientLimit(rule))
  }

  get(key: string): Row | undefined {
    return this.#kept.get(key)
  }

  /** Newest first. */
  all(): Row[] {
    return [...this.#kept.values()].reverse()
  }

  /** `isWhole`: replaces what is held; but rows of a history stay, the frame only has the newest of them. */
  write(rows: readonly Row[], isWhole: boolean): Written<Row> {
    const rule = this.#rule
    const fresh = rows.filter((row) => this.#kept.get(rule.keyOf(row)) === undefined)
    const ended = rule.keep === "open" ? rows.filter((row) => !rule.isOpen(row)) : []
    const replaced = isWhole && rule.keep !== "newest" ? [...this.#kept.values()] : []
    if (replaced.length > 0) this.#kept.clear()
    for (const row of rows) this.#kept.take(row)
    const gone = replaced.filter((row) => this.#kept.get(rule.keyOf(row)) === undefined)
    return { rows, fresh, ended, gone }
  }

  clear(): void {
    this.#kept.clear()
  }
}

type RowListsOf<Rows> = { readonly [Kind in keyof Rows]: RowList<Rows[Kind]> }

/** An empty list for each kind of a table. */
export const emptyLists = <Rows>(rules: RowRules<Rows>): RowListsOf<Rows> =>
  forEachKind<RowListsOf<Rows>, Rows>(rules, (_, rule) => new RowList(rule))

/** Writes a frame's rows into the lists of their kinds. */
export const writeLists = <Rows>(
  rules: RowRules<Rows>,
  lists: RowListsOf<Rows>,
  frame: { isWhole: boolean; rows: RowLists<Rows> },
): { readonly [Kind in keyof Rows]: Written<Rows[Kind]> } =>
  forEachKind<{ [Kind in keyof Rows]: Written<Rows[Kind]> }, Rows>(rules, (kind) =>
    lists[kind].write(frame.rows[kind], frame.isWhole),
  )

/**
 * Looks for damage in the pages of a table and its indexes, as they lie on the disk. A page that was changed has the
 * wrong checksum. One that was lost (emptied, cut off) has none, but is missed by those that name it: an index names
 * every row of its table, and a page of a B-tree is named by the one above it and the one before it.
 *
 * To be called while nothing writes, and {@link missingPages} right behind a checkpoint.
 */

import type { Page } from "./page.ts"
import { isThere, pagesOf } from "./relation-file.ts"

export interface RelationFile {
  /** For a person. */
  name: string
  file: string
}

/** A table, or its long values, with what names its rows. */
export interface TableFiles extends RelationFile {
  /** Sequences have one page, and no index. */
  isSequence: boolean
  indexes: RelationFile[]
}

/** Told of one relation; more is counted. */
const TOLD_MAX = 3

/** Compares the checksum of each page in a part of a relation. Answers what is damaged, and whether there are more pages. */
export function changedPages(
  { name, file }: RelationFile,
  from: number,
  count: number,
): { problems: string[]; isLast: boolean } {
  const problems: string[] = []
  let pages = 0
  for (const { block, page } of pagesOf(file, from, count)) {
    pages += 1
    if (!page.isIntact(block) && !page.isEmpty())
      problems.push(`page ${block} of ${name} is not what was written (its checksum is wrong)`)
  }
  return { problems: shortened(problems), isLast: pages < count }
}

/** What a table and its indexes miss of each other. */
export function missingPages(table: TableFiles): string[] {
  const problems: string[] = []
  for (const { name, file } of [table, ...table.indexes])
    if (!isThere(file)) problems.push(`the file of ${name} is gone`)
  if (problems.length > 0) return problems
  if (table.isSequence) {
    const first = pagesOf(table.file).next().value
    return first && !first.page.isEmpty() ? [] : [`page 0 of ${table.name} is gone`]
  }
  const rows = new RowPlaces(table.file)
  for (const index of table.indexes) problems.push(...shortened(checkIndex(index, table.name, rows)))
  return problems
}

/** Both, of all these tables; while nobody else uses the database, as the thread does nothing else meanwhile. */
export const damagedPages = (tables: readonly TableFiles[]): string[] =>
  tables.flatMap((table) => {
    const changed = [table, ...table.indexes].flatMap(
      (relation) => changedPages(relation, 0, Number.POSITIVE_INFINITY).problems,
    )
    // What a changed page names means nothing.
    return changed.length > 0 ? changed : missingPages(table)
  })

const shortened = (problems: readonly string[]): string[] =>
  problems.length <= TOLD_MAX
    ? [...problems]
    : [...problems.slice(0, TOLD_MAX), `and ${problems.length - TOLD_MAX} more like it`]

/** Which places of a table's pages hold a row, or did until a vacuum has taken it from the indexes. */
class RowPlaces {
  readonly #used: Uint8Array[] = []

  constructor(file: string) {
    for (const { page } of pagesOf(file)) {
      const used = new Uint8Array(page.pointers + 1)
      for (let place = 1; place < used.length; place += 1) used[place] = page.isUsed(place) ? 1 : 0
      this.#used.push(used)
    }
  }

  has(block: number, place: number): boolean {
    return this.#used[block]?.[place] === 1
  }
}

const META_MAGIC = 0x05_31_62
const MAGIC_AT = 24
const ROOT_AT = 32
/** Page flags of a B-tree. */
const LEAF = 1
const NOT_SEARCHED = 4 | 8 | 16 // deleted, the first page, about to be deleted
/** In the info of an index tuple: its place means something else. */
const OTHER_PLACE = 0x2000
/** In the place of such a tuple: it names many rows. */
const POSTING = 0x2000
const POSTING_COUNT = 0x0fff
const PLACE_BYTES = 6

function checkIndex({ name, file }: RelationFile, table: string, rows: RowPlaces): string[] {
  const problems = new Set<string>()
  const known = new Set<number>()
  const wanted = new Set<number>()
  const lacksRow = (block: number, place: number) => {
    if (!rows.has(block, place)) problems.add(`page ${block} of ${table} lacks rows that ${name} names`)
  }
  for (const { block, page } of pagesOf(file)) {
    if (page.isEmpty()) continue
    known.add(block)
    if (block === 0) {
      if (page.u32(MAGIC_AT) !== META_MAGIC)
        problems.add(`page 0 of ${name} is not the first page of an index`)
      wanted.add(page.u32(ROOT_AT))
      continue
    }
    const flags = page.u16(page.special + 12)
    const next = page.u32(page.special + 4)
    if (flags & NOT_SEARCHED) continue
    wanted.add(next)
    // Its first entry bounds the page; the last page of a level has no bound.
    const { pointers } = page
    for (let place = next === 0 ? 1 : 2; place <= pointers; place += 1) {
      const at = page.entryAt(place)
      if (!(flags & LEAF)) wanted.add(blockAt(page, at))
      else eachRow(page, at, lacksRow)
    }
  }
  if (!known.has(0)) problems.add(`page 0 of ${name} is gone`)
  // No page has 0 as neighbour or child: there it stands for none.
  for (const block of wanted)
    if (block !== 0 && !known.has(block)) problems.add(`page ${block} of ${name} is gone`)
  return [...problems]
}

/** Two halves, the higher first. */
const blockAt = (page: Page, at: number): number => page.u16(at) * 65_536 + page.u16(at + 2)

/** Visits the rows that an entry of a leaf names. */
function eachRow(page: Page, at: number, visit: (block: number, place: number) => void): void {
  const place = page.u16(at + 4)
  const isOther = (page.u16(at + 6) & OTHER_PLACE) !== 0
  if (!isOther) visit(blockAt(page, at), place)
  else if (place & POSTING) {
    const end = at + blockAt(page, at) + (place & POSTING_COUNT) * PLACE_BYTES
    for (let row = at + blockAt(page, at); row < end; row += PLACE_BYTES)
      visit(blockAt(page, row), page.u16(row + 4))
  }
}

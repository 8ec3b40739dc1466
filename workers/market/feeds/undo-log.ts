/** The totals that the latest changes of a book replaced. Three parallel columns: noting a change allocates nothing. */

import type { BookSide, LevelBook } from "#core/book/level-book.ts"

export class UndoLog {
  readonly #sides: BookSide[] = []
  readonly #prices: number[] = []
  readonly #totals: number[] = []
  #count = 0

  get length(): number {
    return this.#count
  }

  /** `before`: the total that stood there, 0 if there was no level. */
  note(side: BookSide, price: number, before: number): void {
    this.#sides[this.#count] = side
    this.#prices[this.#count] = price
    this.#totals[this.#count] = before
    this.#count += 1
  }

  clear(): void {
    this.#count = 0
  }

  /** Undoes the changes from `mark` on, newest first. */
  undo(book: LevelBook, mark: number): void {
    for (let at = this.#count - 1; at >= mark; at -= 1)
      book.set(this.#sides[at] as BookSide, this.#prices[at] as number, this.#totals[at] as number)
    this.#count = mark
  }
}

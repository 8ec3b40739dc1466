/** Who has a position in a contract, by account, as what runs over them may not depend on who came first (T1). */

import type { ContractPart } from "./contract-account.ts"

/**
 * A crash closes thousands of positions by one mark. Whoever has none any more is taken out when the list is asked for next,
 * all of them in one walk; each at once would move the rest of the list for each of them.
 */
export class OpenParts {
  #parts: ContractPart[] = []
  /** How many still stand in the list without a position. */
  #gone = 0

  /** The part has a position now, or none any more: {@link ContractPart.isListed}. */
  changed(part: ContractPart): void {
    if (!part.isListed) {
      this.#gone += 1
      return
    }
    const at = placeOf(this.#parts, part)
    if (this.#parts[at] === part) this.#gone -= 1
    else this.#parts.splice(at, 0, part)
  }

  /** The list itself: whoever changes positions on the way copies it. */
  list(): readonly ContractPart[] {
    if (this.#gone > 0) {
      this.#parts = this.#parts.filter(({ isListed }) => isListed)
      this.#gone = 0
    }
    return this.#parts
  }
}

/** Where it stands, or belongs. */
function placeOf(parts: readonly ContractPart[], { account }: ContractPart): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = parts[middle]
    if (other !== undefined && other.account.id < account.id) low = middle + 1
    else high = middle
  }
  return low
}

/** All that the engine keeps of AI products: what is offered, in which issues, and what is held. */

import type { AiProductState } from "#core/ai/ai-product.ts"
import type { Amount } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"
import type { AiIssueView, AiProductView, AiTerms, AiView } from "./ai-event.ts"

/** A holding that runs. */
export interface Holding {
  readonly terms: AiTerms
  accruedDays: number
  reward: Amount
  /** Of the last command that changed it. */
  sequence: number
}

/** A product with its issuance record, the present issue last. */
export interface OfferedProduct {
  terms: AiProductView
  readonly issues: AiIssueView[]
}

/** As plain data, for a snapshot. */
export interface SavedAi {
  nextId: number
  /** By id. */
  products: { terms: AiProductView; issues: AiIssueView[] }[]
  /** By id: those that run. */
  holdings: (AiTerms & { accruedDays: number; reward: Amount; sequence: number })[]
}

export class AiState {
  nextId = 1
  readonly #products = new Map<string, OfferedProduct>()
  readonly #holdings = new Map<number, Holding>()
  readonly #ofAccount = new Map<AccountId, Set<Holding>>()

  /** How many holdings run. */
  get running(): number {
    return this.#holdings.size
  }

  product(id: string): OfferedProduct | undefined {
    return this.#products.get(id)
  }

  /** By id. */
  products(): OfferedProduct[] {
    return [...this.#products.values()].sort((one, other) => (one.terms.id < other.terms.id ? -1 : 1))
  }

  /** Adds a product without issues, or changes the terms of one that there is. */
  setProduct(terms: AiProductView): OfferedProduct {
    const known = this.#products.get(terms.id)
    if (known) {
      known.terms = terms
      return known
    }
    const product: OfferedProduct = { terms, issues: [] }
    this.#products.set(terms.id, product)
    return product
  }

  /** One that runs. */
  holding(id: number): Holding | undefined {
    return this.#holdings.get(id)
  }

  /** All that run, by id. */
  holdings(): Holding[] {
    return [...this.#holdings.values()].sort((one, other) => one.terms.id - other.terms.id)
  }

  /** Those of an account that run, in the order in which they were bought. */
  holdingsOf(account: AccountId): Iterable<Holding> {
    return this.#ofAccount.get(account) ?? []
  }

  /** What an account holds of a product, 1e-8. */
  heldOf(account: AccountId, product: string): Amount {
    let sum = 0n
    for (const { terms } of this.#ofAccount.get(account) ?? [])
      if (terms.product === product) sum += terms.principal
    return sum as Amount
  }

  add(holding: Holding): void {
    const { id, account } = holding.terms
    this.#holdings.set(id, holding)
    const own = this.#ofAccount.get(account)
    if (own) own.add(holding)
    else this.#ofAccount.set(account, new Set([holding]))
  }

  /** It runs no more. */
  remove(holding: Holding): void {
    const { id, account } = holding.terms
    this.#holdings.delete(id)
    const own = this.#ofAccount.get(account)
    own?.delete(holding)
    if (own?.size === 0) this.#ofAccount.delete(account)
  }

  save(): SavedAi {
    return {
      nextId: this.nextId,
      products: this.products().map(({ terms, issues }) => ({
        terms: { ...terms },
        issues: issues.map((issue) => ({ ...issue })),
      })),
      holdings: this.holdings().map(({ terms, accruedDays, reward, sequence }) => ({
        ...terms,
        ...{ accruedDays, reward, sequence },
      })),
    }
  }

  /** Into one that has nothing. */
  restore({ nextId, products, holdings }: SavedAi): void {
    this.nextId = nextId
    for (const { terms, issues } of products)
      this.setProduct({ ...terms }).issues.push(...issues.map((issue) => ({ ...issue })))
    for (const { accruedDays, reward, sequence, ...terms } of holdings)
      this.add({ terms, accruedDays, reward, sequence })
  }
}

/** The issue that is sold; undefined: none has been opened, or the last is ended. */
export function presentIssue({ issues }: OfferedProduct): AiIssueView | undefined {
  const last = issues.at(-1)
  return last?.state === "ended" ? undefined : last
}

/** A1: what is on sale without an issue that has something left is sold out. */
export function productState(product: OfferedProduct): AiProductState {
  const { offer } = product.terms
  if (offer !== "on-sale") return offer
  return presentIssue(product)?.state === "open" ? "on-sale" : "sold-out"
}

export const viewHolding = ({ terms, accruedDays, reward, sequence }: Holding): AiView => ({
  ...terms,
  accruedDays,
  reward,
  status: "in-progress",
  sequence,
})

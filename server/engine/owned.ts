/** What accounts own several of, found by id and by account: whoever asks for one account's doesn't look at all the others'. */

import type { AccountId } from "./sender.ts"

interface Ownable {
  /** Its id. */
  readonly key: number
  readonly view: { readonly account: AccountId }
}

export class Owned<Item extends Ownable> {
  readonly #byId = new Map<number, Item>()
  readonly #byAccount = new Map<AccountId, Map<number, Item>>()

  get(id: number): Item | undefined {
    return this.#byId.get(id)
  }

  /** Rising by id. */
  list(): Item[] {
    return rising(this.#byId)
  }

  /** Rising by id. */
  ofAccount(account: AccountId): Item[] {
    return rising(this.#byAccount.get(account))
  }

  /** A second time nothing changes. */
  add(item: Item): void {
    const { account } = item.view
    this.#byId.set(item.key, item)
    const own = this.#byAccount.get(account) ?? new Map<number, Item>()
    this.#byAccount.set(account, own.set(item.key, item))
  }

  forget({ key, view: { account } }: Item): void {
    this.#byId.delete(key)
    const own = this.#byAccount.get(account)
    own?.delete(key)
    if (own?.size === 0) this.#byAccount.delete(account)
  }
}

const rising = <Item extends Ownable>(items: ReadonlyMap<number, Item> | undefined): Item[] =>
  [...(items?.values() ?? [])].sort((one, other) => one.key - other.key)

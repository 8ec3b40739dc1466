/**
 * A list of things that somebody has named, such as layouts and templates. A visitor's is kept on the device; a user's at the
 * server, and on the device as it was last known, with what the server hasn't taken yet. user/follow-own-list.ts takes it there.
 */

import { proxy, ref } from "valtio"
import { mergeById } from "#core/account/merge-by-id.ts"
import { dropDevice, readDevice, writeDevice } from "./device-storage.ts"

export interface OwnItem {
  readonly id: string
  readonly name: string
}

interface OwnListKind<Item> {
  /** Of the device: with the user's number behind it, bare for a visitor. */
  key: string
  /** Under this name the list stands in what is kept there. */
  field: string
  most: number
  /** Undefined: what is stored is none. */
  read: (stored: unknown) => Item | undefined
  /** Whether they differ in nothing but their ids; of such two one is kept. Left out: nobody asks. */
  areAlike?: (a: Item, b: Item) => boolean
}

/** What the server hasn't got yet, by id; of a visitor nothing counts as unsent. */
interface Unsent {
  changed: readonly string[]
  removed: readonly string[]
}

interface Kept<Item> {
  items: readonly Item[]
  unsent: Unsent
}

/** What went to the server in one call. */
export interface SentItems<Item> {
  items: readonly Item[]
  removed: readonly string[]
}

export class OwnList<Item extends OwnItem> {
  readonly kind: OwnListKind<Item>
  /** Replaced whole. `owner`: a user's number; empty: a visitor; null: nobody has asked yet. */
  readonly shown: { owner: string | null; all: readonly Item[] }
  #unsent: Unsent = { changed: [], removed: [] }
  readonly #listeners = new Set<() => void>()

  constructor(kind: OwnListKind<Item>) {
    this.kind = kind
    this.shown = proxy({ owner: null as string | null, all: ref([] as readonly Item[]) as readonly Item[] })
  }

  /**
   * Shows this user's. What a visitor saved on this device before comes along with their login: under another name where the
   * user has one of its name already, and what there is no room for stays the visitor's.
   */
  open(owner: string): void {
    const { shown } = this
    if (shown.owner === owner) return
    const own = this.#readKept(owner)
    const before = owner === "" ? [] : this.#readKept("").items
    const fresh = this.#apart(before, own.items).filter(({ id }) => !own.items.some((each) => each.id === id))
    const brought = fresh.slice(0, Math.max(0, this.kind.most - own.items.length))
    shown.owner = owner
    this.#unsent = { ...own.unsent, changed: [...own.unsent.changed, ...brought.map(({ id }) => id)] }
    this.#show([...own.items, ...brought])
    if (brought.length < fresh.length) this.#write("", fresh.slice(brought.length))
    else if (before.length > 0) dropDevice(this.#keyOf(""))
  }

  /** What is to be added to others: without what is there by another id already, and under names that none of them has. */
  #apart(items: readonly Item[], others: readonly Item[]): Item[] {
    const added: Item[] = []
    for (const item of items) {
      const rest = [...others, ...added].filter(({ id }) => id !== item.id)
      if (!rest.some((other) => this.kind.areAlike?.(other, item))) added.push(namedApart(item, rest))
    }
    return added
  }

  #keyOf(owner: string): string {
    return owner === "" ? this.kind.key : `${this.kind.key}:${owner}`
  }

  #readKept(owner: string): Kept<Item> {
    let parsed: unknown
    try {
      parsed = JSON.parse(readDevice(this.#keyOf(owner)) ?? "{}")
    } catch {
      // Torn or foreign: there is nothing.
    }
    const stored = Object(parsed) as Record<string, unknown>
    // Devices of before kept some of them as a bare list.
    const items = listOf(Array.isArray(parsed) ? parsed : stored[this.kind.field])
    return {
      items: items.flatMap((each) => this.kind.read(each) ?? []),
      unsent: { changed: idsOf(stored.changed), removed: idsOf(stored.removed) },
    }
  }

  #show(all: readonly Item[]): void {
    this.shown.all = ref(all as Item[])
    this.#write(this.shown.owner ?? "", all, this.#unsent)
  }

  #write(owner: string, items: readonly Item[], unsent: Partial<Unsent> = {}): void {
    writeDevice(this.#keyOf(owner), JSON.stringify({ [this.kind.field]: items, ...unsent }))
  }

  /** Told after each change that a person makes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps it: one that is known by its id, else by its name, is replaced. False: there are too many. */
  save(item: Item): boolean {
    const { all } = this.shown
    const known = all.find((each) => each.id === item.id || each.name === item.name)
    if (!known && all.length >= this.kind.most) return false
    this.#change({ changed: [{ ...item, id: known?.id ?? item.id }], removed: [] })
    return true
  }

  remove(id: string): void {
    this.#change({ changed: [], removed: [id] })
  }

  #change(changes: { changed: readonly Item[]; removed: readonly string[] }): void {
    if (this.shown.owner !== "")
      this.#unsent = {
        changed: [...this.#unsent.changed, ...changes.changed.map(({ id }) => id)].filter(
          (id, at, all) => all.indexOf(id) === at && !changes.removed.includes(id),
        ),
        removed: [...new Set([...this.#unsent.removed, ...changes.removed])],
      }
    this.#show(mergeById(this.shown.all, changes))
    for (const listener of this.#listeners) listener()
  }

  unsent(): SentItems<Item> {
    const { changed, removed } = this.#unsent
    return { items: this.shown.all.filter(({ id }) => changed.includes(id)), removed }
  }

  /** What the server has now; `sent` was in the call, and is unsent no more unless it was changed again meanwhile. */
  takeSaved(saved: readonly Item[], sent: SentItems<Item>): void {
    const { all } = this.shown
    const isTaken = (id: string) => sent.items.some((each) => all.includes(each) && each.id === id)
    this.#unsent = {
      changed: this.#unsent.changed.filter((id) => !isTaken(id)),
      removed: this.#unsent.removed.filter((id) => !sent.removed.includes(id)),
    }
    const waiting = all.filter(({ id }) => this.#unsent.changed.includes(id))
    const { removed } = this.#unsent
    const staying = saved.filter(({ id }) => !removed.includes(id))
    const apart = this.#apart(waiting, staying)
    // What others have saved meanwhile may have left no room: the rest is a visitor's again, and comes along another time.
    const added = apart.filter(({ id }) => !staying.some((each) => each.id === id))
    const beyond = added.slice(Math.max(0, this.kind.most - staying.length))
    if (beyond.length > 0) this.#write("", [...this.#readKept("").items, ...beyond])
    const changed = apart.filter((each) => !beyond.includes(each))
    this.#unsent = { removed, changed: changed.map(({ id }) => id) }
    this.#show(mergeById(staying, { changed, removed }))
  }
}

const ID_BYTES = 9

/** Of something that is saved for the first time, on whatever device. */
export const newItemId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

/** `Trend` beside another of that name is `Trend 2`. */
function namedApart<Item extends OwnItem>(item: Item, others: readonly Item[]): Item {
  const isTaken = (name: string) => others.some((other) => other.name === name)
  let name = item.name
  for (let number = 2; isTaken(name); number += 1) name = `${stemOf(item.name)} ${number}`
  return name === item.name ? item : { ...item, name }
}

/** Letters of a name that a number is put behind: names may have 30. */
const NAME_STEM = 26

/** Cut between letters, none of which is halved, and without a blank at its end: a name has no two in a row. */
const stemOf = (name: string): string => {
  const letters = [...name]
  while (letters.join("").length > NAME_STEM) letters.pop()
  return letters.join("").trimEnd()
}

const listOf = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : [])
const idsOf = (stored: unknown): string[] => listOf(stored).filter((id) => typeof id === "string")

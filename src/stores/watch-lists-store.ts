/**
 * Which markets does this device watch, in which lists? Kept under `saker:watch-lists`, in step between its tabs. Each
 * change begins with what is stored now, so that two tabs don't undo each other.
 */

import { proxy, ref } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:watch-lists"
/** Where stars were kept before there were several lists. Only read, once: an older release finds it as it was. */
const STARS_KEY = "saker:favourites"

/** The list of the star. It can be renamed and moved, never deleted: a star must lead somewhere. */
export const STAR_LIST = "star"
export const LISTS_MAX = 20
export const LIST_MARKETS_MAX = 200
/** In characters as one counts them. */
export const LIST_NAME_MAX = 32

export interface WatchList {
  readonly id: string
  /** Empty: the star's list, which is called in the reader's language until it gets a name. */
  readonly name: string
  /** Of markets of any kind, in the order in which they were added. */
  readonly ids: readonly string[]
}

/** Why a change was refused; each has its sentence under `lists:refused.`. */
export type ListRefusal = "nameEmpty" | "nameLong" | "nameTaken" | "listsFull" | "listFull"

type Lists = readonly WatchList[]

/** The text as last read or written here: another one is another tab's. */
let seen: string | null = null

export const watchLists = proxy<{ all: Lists & { $$valtioSnapshot: Lists } }>({ all: ref(readLists()) })

export function listOf(lists: Lists, id: string): WatchList | undefined {
  return lists.find((list) => list.id === id)
}

/** The name as it is kept: without blanks around and doubled blanks inside. */
function tidyName(name: string): string {
  return name.replace(/\s+/g, " ").trim()
}

/**
 * May a list be called so? `starName` is what the star's list is called on screen while it has no name of its own.
 * `except`: the list that is renamed, which may keep its name.
 */
export function refuseName(lists: Lists, name: string, starName: string, except = ""): ListRefusal | null {
  const tidy = tidyName(name)
  if (tidy === "") return "nameEmpty"
  if ([...tidy].length > LIST_NAME_MAX) return "nameLong"
  const same = (other: string) => other.toLocaleLowerCase() === tidy.toLocaleLowerCase()
  return lists.some((list) => list.id !== except && same(list.name || starName)) ? "nameTaken" : null
}

/** Makes a list, with `market` in it if given; says its id, or why not. */
export function createList(
  name: string,
  starName: string,
  market?: string,
): { id: string } | { refusal: ListRefusal } {
  const lists = current()
  const refusal = lists.length >= LISTS_MAX ? "listsFull" : refuseName(lists, name, starName)
  if (refusal) return { refusal }
  const id = freeId(lists)
  commit([...lists, { id, name: tidyName(name), ids: market === undefined ? [] : [market] }])
  return { id }
}

export function renameList(id: string, name: string, starName: string): ListRefusal | null {
  const lists = current()
  const refusal = refuseName(lists, name, starName, id)
  if (!refusal) commit(lists.map((list) => (list.id === id ? { ...list, name: tidyName(name) } : list)))
  return refusal
}

/** Deletes a list and says what is needed to {@link restoreList} it; undefined where there is nothing to delete. */
export function deleteList(id: string): { list: WatchList; at: number } | undefined {
  const lists = current()
  const at = lists.findIndex((list) => list.id === id)
  const list = lists[at]
  if (!list || id === STAR_LIST) return undefined
  commit(lists.toSpliced(at, 1))
  return { list, at }
}

/** Puts a deleted list back where it was. */
export function restoreList({ list, at }: { list: WatchList; at: number }): ListRefusal | null {
  const lists = current()
  if (lists.length >= LISTS_MAX) return "listsFull"
  const id = listOf(lists, list.id) ? freeId(lists) : list.id
  commit(lists.toSpliced(at, 0, { ...list, id }))
  return null
}

/** One place up (−1) or down (1); at the end it stays. */
export function moveList(id: string, step: -1 | 1): void {
  const lists = current()
  const at = lists.findIndex((list) => list.id === id)
  const list = lists[at]
  const to = at + step
  if (list && to >= 0 && to < lists.length) commit(lists.toSpliced(at, 1).toSpliced(to, 0, list))
}

/** Puts a market into a list or takes it out; at {@link LIST_MARKETS_MAX} nothing more goes in. */
export function setListed(id: string, market: string, isIn: boolean): ListRefusal | null {
  const lists = current()
  const list = listOf(lists, id)
  if (!list || list.ids.includes(market) === isIn) return null
  if (isIn && list.ids.length >= LIST_MARKETS_MAX) return "listFull"
  const ids = isIn ? [...list.ids, market] : list.ids.filter((other) => other !== market)
  commit(lists.map((one) => (one.id === id ? { ...one, ids } : one)))
  return null
}

/** Reads stored lists; what isn't one is left out, and the star's list is always there. */
export function parseLists(text: string | null): WatchList[] {
  const lists: WatchList[] = []
  for (const one of arrayOf(text)) {
    const { id, name, ids } = Object(one) as Record<string, unknown>
    if (typeof id !== "string" || typeof name !== "string" || id === "" || listOf(lists, id)) continue
    if (id !== STAR_LIST && tidyName(name) === "") continue
    lists.push({ id, name: [...tidyName(name)].slice(0, LIST_NAME_MAX).join(""), ids: marketsOf(ids) })
  }
  const kept = lists.filter(({ id }, at) => at < LISTS_MAX || id === STAR_LIST)
  return listOf(kept, STAR_LIST) ? kept : [{ id: STAR_LIST, name: "", ids: [] }, ...kept]
}

/** Stars of before there were lists: anything that isn't a list of ids counts as empty. */
function parseStars(text: string | null): string[] {
  return marketsOf(arrayOf(text))
}

function marketsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const ids = value.filter((id): id is string => typeof id === "string" && id !== "" && id.length <= 40)
  return [...new Set(ids)].slice(-LIST_MARKETS_MAX)
}

function arrayOf(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function readLists(): Lists {
  seen = readDevice(KEY)
  if (seen !== null) return parseLists(seen)
  return [{ id: STAR_LIST, name: "", ids: parseStars(readDevice(STARS_KEY)) }]
}

/** The newest lists: another tab may have written since, and its message may still be on its way. */
function current(): Lists {
  const text = readDevice(KEY)
  // Without storage, or where the last writing failed, what this page holds is the newest there is.
  if (text !== null && text !== seen) watchLists.all = ref(readLists())
  return watchLists.all
}

function commit(lists: Lists): void {
  watchLists.all = ref(lists)
  writeDevice(KEY, JSON.stringify(lists))
  seen = readDevice(KEY)
}

function freeId(lists: Lists): string {
  let number = lists.length
  while (listOf(lists, `list-${number}`)) number += 1
  return `list-${number}`
}

globalThis.window?.addEventListener("storage", (event) => {
  // `key` is null when everything was cleared.
  if (event.key === KEY || event.key === null) watchLists.all = ref(readLists())
})

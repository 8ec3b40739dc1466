/**
 * The named layouts of the desk. A visitor's are kept on the device; a user's at the server, and on the device as they were
 * last known, with what the server hasn't taken yet. panels/desk/follow-layouts.ts takes them there.
 */

import { proxy, ref } from "valtio"
import { mergeById } from "#core/account/merge-by-id.ts"
import { cleanName, type DeskLayout, LAYOUT_NAME_MAX, LAYOUTS_MAX } from "#core/workspace/layout.ts"
import { deskLayout } from "#core/workspace/layout-schema.ts"
import { dropDevice, readDevice, writeDevice } from "./device-storage.ts"

/** What the server hasn't got yet, by id; of a visitor nothing counts as unsent. */
interface Unsent {
  changed: readonly string[]
  removed: readonly string[]
}

interface Kept {
  layouts: readonly DeskLayout[]
  unsent: Unsent
}

const NOTHING: Kept = { layouts: [], unsent: { changed: [], removed: [] } }
const keyOf = (owner: string) => (owner === "" ? "saker:layouts" : `saker:layouts:${owner}`)

/** Replaced whole. `owner`: a user's number; empty: a visitor; null: nobody has asked yet. */
export const layouts = proxy<{ owner: string | null; all: readonly DeskLayout[] }>({
  owner: null,
  all: ref([]),
})
let unsent: Unsent = NOTHING.unsent
const listeners = new Set<() => void>()

/** Why a layout can't be kept under this name. */
export type LayoutNameRefusal = "nameless" | "long" | "full"

/** Shows this user's. What a visitor saved on this device before comes along with their login. */
export function openLayouts(owner: string): void {
  if (layouts.owner === owner) return
  const own = readKept(owner)
  const before = owner === "" ? NOTHING : readKept("")
  const known = new Set(own.layouts.map(({ id }) => id))
  const brought = before.layouts.filter(({ id }) => !known.has(id)).slice(0, LAYOUTS_MAX - own.layouts.length)
  layouts.owner = owner
  unsent = { ...own.unsent, changed: [...own.unsent.changed, ...brought.map(({ id }) => id)] }
  show([...own.layouts, ...brought])
  if (brought.length > 0) dropDevice(keyOf(""))
}

function readKept(owner: string): Kept {
  try {
    const stored = Object(JSON.parse(readDevice(keyOf(owner)) ?? "{}")) as Partial<
      Record<"layouts" | "changed" | "removed", unknown>
    >
    return {
      layouts: listOf(stored.layouts).flatMap((each) => {
        const read = deskLayout.safeParse(each)
        return read.success ? [read.data] : []
      }),
      unsent: { changed: idsOf(stored.changed), removed: idsOf(stored.removed) },
    }
  } catch {
    return NOTHING
  }
}

const listOf = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : [])
const idsOf = (stored: unknown): string[] => listOf(stored).filter((id) => typeof id === "string")

function show(all: readonly DeskLayout[]): void {
  layouts.all = ref(all)
  const key = keyOf(layouts.owner ?? "")
  writeDevice(key, JSON.stringify({ layouts: all, ...unsent }))
}

/** Told after each change that a person makes. */
export function onLayoutChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps it: one that is known by its id, else by its name, is replaced. Null: kept. */
export function saveLayout(layout: DeskLayout): LayoutNameRefusal | null {
  const name = cleanName(layout.name)
  if (name === "") return "nameless"
  if (name.length > LAYOUT_NAME_MAX) return "long"
  const known = layouts.all.find((each) => each.id === layout.id || each.name === name)
  if (!known && layouts.all.length >= LAYOUTS_MAX) return "full"
  const id = known?.id ?? layout.id
  change({ changed: [{ ...layout, id, name }], removed: [] })
  return null
}

export const deleteLayout = (id: string): void => change({ changed: [], removed: [id] })

function change(changes: { changed: readonly DeskLayout[]; removed: readonly string[] }): void {
  if (layouts.owner !== "")
    unsent = {
      changed: [...unsent.changed, ...changes.changed.map(({ id }) => id)].filter(
        (id, at, all) => all.indexOf(id) === at && !changes.removed.includes(id),
      ),
      removed: [...new Set([...unsent.removed, ...changes.removed])],
    }
  show(mergeById(layouts.all, changes))
  for (const listener of listeners) listener()
}

export const unsentLayouts = (): { layouts: DeskLayout[]; removed: readonly string[] } => ({
  layouts: layouts.all.filter(({ id }) => unsent.changed.includes(id)),
  removed: unsent.removed,
})

/** What the server has now; `sent` was in the call, and is unsent no more unless it was changed again meanwhile. */
export function takeSavedLayouts(
  saved: readonly DeskLayout[],
  sent: { layouts: readonly DeskLayout[]; removed: readonly string[] },
): void {
  const isTaken = (id: string) => sent.layouts.some((each) => layouts.all.includes(each) && each.id === id)
  unsent = {
    changed: unsent.changed.filter((id) => !isTaken(id)),
    removed: unsent.removed.filter((id) => !sent.removed.includes(id)),
  }
  const changed = layouts.all.filter(({ id }) => unsent.changed.includes(id))
  show(mergeById(saved, { changed, removed: unsent.removed }))
}

/** Do lists keep what is put into them: over a reload, between tabs, and with nonsense in storage? */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"

type Store = typeof import("./watch-lists-store.ts")

/** A device with storage; each import of the store on it is one tab. */
const stored = new Map<string, string>()
let listeners: ((event: { key: string | null }) => void)[] = []

beforeEach(() => {
  stored.clear()
  listeners = []
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
  vi.stubGlobal("window", {
    addEventListener: (_: string, listener: (typeof listeners)[0]) => listeners.push(listener),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function openTab(): Promise<Store> {
  vi.resetModules()
  return await import("./watch-lists-store.ts")
}
const namesOf = ({ watchLists }: Store) => watchLists.all.map(({ name }) => name)
const made = (result: ReturnType<Store["createList"]>) => {
  if (!("id" in result)) throw new Error(result.refusal)
  return result.id
}

describe("a device", () => {
  test("that had stars has them all in its first list, and the old ones stay for an older release", async () => {
    stored.set("saker:favourites", '["BTC_USDT","SOL_USDT_PERP"]')
    const tab = await openTab()
    expect(tab.watchLists.all).toEqual([{ id: tab.STAR_LIST, name: "", ids: ["BTC_USDT", "SOL_USDT_PERP"] }])
    tab.createList("DeFi", "Favourites")
    expect(stored.get("saker:favourites")).toBe('["BTC_USDT","SOL_USDT_PERP"]')
    expect((await openTab()).watchLists.all[0]?.ids).toEqual(["BTC_USDT", "SOL_USDT_PERP"])
  })

  test("without storage keeps its lists as long as the page lives", async () => {
    vi.stubGlobal("localStorage", undefined)
    const tab = await openTab()
    const id = made(tab.createList("DeFi", "Favourites"))
    tab.setListed(id, "UNI_USDT", true)
    expect(tab.listOf(tab.watchLists.all, id)?.ids).toEqual(["UNI_USDT"])
  })

  test.each([null, "", "{", '{"a":1}', "[3]", '[{"id":"x","name":"","ids":[]}]', '[{"name":"no id"}]'])(
    "with %j in storage has the star's list, empty",
    async (text) => {
      const { parseLists, STAR_LIST } = await openTab()
      expect(parseLists(text)).toEqual([{ id: STAR_LIST, name: "", ids: [] }])
    },
  )

  test("reads of a stored list only what is sound", async () => {
    const { parseLists } = await openTab()
    const list = { id: "a", name: "  De   Fi ", ids: ["BTC_USDT", "BTC_USDT", 3, null, ""] }
    expect(parseLists(JSON.stringify([list, list]))[1]).toEqual({ id: "a", name: "De Fi", ids: ["BTC_USDT"] })
  })
})

describe("lists", () => {
  test("are made, filled, renamed, moved and deleted, and a reload finds them so", async () => {
    const tab = await openTab()
    const defi = made(tab.createList(" DeFi ", "Favourites", "UNI_USDT"))
    made(tab.createList("Layer 1", "Favourites"))
    expect(tab.setListed(defi, "AAVE_USDT_PERP", true)).toBeNull()
    expect(tab.setListed(defi, "UNI_USDT", false)).toBeNull()
    expect(tab.renameList(defi, "Lending", "Favourites")).toBeNull()
    tab.moveList(defi, 1)
    tab.moveList(defi, 1)
    const again = await openTab()
    expect(namesOf(again)).toEqual(["", "Layer 1", "Lending"])
    expect(again.watchLists.all[2]?.ids).toEqual(["AAVE_USDT_PERP"])
    again.deleteList(defi)
    expect(namesOf(await openTab())).toEqual(["", "Layer 1"])
  })

  test("that were deleted come back where they were, with all that was in them", async () => {
    const tab = await openTab()
    const one = made(tab.createList("One", "Favourites", "BTC_USDT"))
    made(tab.createList("Two", "Favourites"))
    const gone = tab.deleteList(one)
    expect(gone).toBeDefined()
    made(tab.createList("Three", "Favourites"))
    if (gone) expect(tab.restoreList(gone)).toBeNull()
    expect(namesOf(tab)).toEqual(["", "One", "Two", "Three"])
    expect(tab.watchLists.all[1]?.ids).toEqual(["BTC_USDT"])
    expect(new Set(tab.watchLists.all.map(({ id }) => id)).size).toBe(4)
  })

  test("of the star can't be deleted", async () => {
    const tab = await openTab()
    expect(tab.deleteList(tab.STAR_LIST)).toBeUndefined()
    expect(tab.watchLists.all).toHaveLength(1)
  })

  test.each([
    ["", "nameEmpty"],
    ["   ", "nameEmpty"],
    ["x".repeat(33), "nameLong"],
    ["defi", "nameTaken"],
    [" DEFI ", "nameTaken"],
    ["favourites", "nameTaken"],
    ["x".repeat(32), null],
    ["🚀".repeat(32), null],
  ])("called %j are answered with %j", async (name, refusal) => {
    const tab = await openTab()
    tab.createList("DeFi", "Favourites")
    expect(tab.refuseName(tab.watchLists.all, name, "Favourites")).toBe(refusal)
  })

  test("may keep their own name when renamed, whatever its case", async () => {
    const tab = await openTab()
    const id = made(tab.createList("defi", "Favourites"))
    expect(tab.renameList(id, "DeFi", "Favourites")).toBeNull()
    expect(namesOf(tab)).toEqual(["", "DeFi"])
  })

  test("are at most twenty, with at most two hundred markets each", async () => {
    const tab = await openTab()
    for (let count = 1; count < tab.LISTS_MAX; count += 1) made(tab.createList(`List ${count}`, "Favourites"))
    expect(tab.createList("One more", "Favourites")).toEqual({ refusal: "listsFull" })
    for (let count = 0; count < tab.LIST_MARKETS_MAX; count += 1)
      tab.setListed(tab.STAR_LIST, `C${count}_USDT`, true)
    expect(tab.setListed(tab.STAR_LIST, "ONE_MORE", true)).toBe("listFull")
  })
})

describe("two tabs", () => {
  test("see each other's changes", async () => {
    const one = await openTab()
    const other = await openTab()
    one.createList("DeFi", "Favourites")
    for (const tell of listeners) tell({ key: "saker:watch-lists" })
    expect(namesOf(other)).toEqual(["", "DeFi"])
  })

  test("don't undo each other, even before they heard of it", async () => {
    const one = await openTab()
    const other = await openTab()
    one.createList("DeFi", "Favourites")
    other.createList("Layer 1", "Favourites")
    expect(namesOf(other)).toEqual(["", "DeFi", "Layer 1"])
    expect(namesOf(await openTab())).toEqual(["", "DeFi", "Layer 1"])
  })
})

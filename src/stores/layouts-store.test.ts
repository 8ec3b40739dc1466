/** Tests of layouts that follow their user, without losing what a server hasn't taken. */

import { beforeEach, expect, test, vi } from "vitest"
import { type DeskLayout, LAYOUTS_MAX } from "#core/workspace/layout.ts"
import { deleteLayout, layoutList, layouts, saveLayout } from "./layouts-store.ts"

const layout = (id: string, name = id): DeskLayout => ({
  id,
  name,
  columns: [["book"], ["chart"]],
  widths: {},
  heights: {},
  interval: "1m",
  studies: {},
  tables: {},
})
const names = () => layouts.all.map(({ name }) => name)
const device = new Map<string, string>()
vi.stubGlobal("localStorage", {
  getItem: (key: string) => device.get(key) ?? null,
  setItem: (key: string, text: string) => device.set(key, text),
  removeItem: (key: string) => device.delete(key),
})
let user = 0
beforeEach(() => {
  layoutList.open("")
  for (const { id } of layouts.all) deleteLayout(id)
  user += 1
})

test("a name is cleaned; a layout of the same name is replaced, one too many refused", () => {
  expect(saveLayout(layout("a", "  My   desk "))).toBeNull()
  expect(saveLayout(layout("b", "My desk"))).toBeNull()
  expect(names()).toEqual(["My desk"])
  expect(layouts.all[0]?.id).toBe("a")
  expect(saveLayout(layout("c", " "))).toBe("nameless")
  expect(saveLayout(layout("c", "x".repeat(31)))).toBe("long")
  for (let at = 1; at < LAYOUTS_MAX; at += 1) saveLayout(layout(`n${at}`))
  expect(saveLayout(layout("more"))).toBe("full")
})

test("what a visitor saved comes along with the login, and back on the device it stays the user's", () => {
  saveLayout(layout("before"))
  layoutList.open(`u${user}`)
  expect(names()).toEqual(["before"])
  expect(layoutList.unsent().items).toHaveLength(1)
  layoutList.open("")
  expect(names()).toEqual([])
  layoutList.open(`u${user}`)
  expect(names()).toEqual(["before"])
})

test("what is changed while a call is on its way goes with the next one", () => {
  layoutList.open(`u${user}`)
  saveLayout(layout("a"))
  saveLayout(layout("b"))
  const sent = layoutList.unsent()
  saveLayout({ ...layout("a"), interval: "5m" })
  layoutList.takeSaved([layout("a"), layout("b"), layout("other")], sent)
  expect(layoutList.unsent().items.map(({ id }) => id)).toEqual(["a"])
  expect(layouts.all.find(({ id }) => id === "a")?.interval).toBe("5m")
  expect(names()).toEqual(["a", "b", "other"])
})

test("what is deleted before the server answers doesn't come back", () => {
  layoutList.open(`u${user}`)
  saveLayout(layout("a"))
  const sent = layoutList.unsent()
  deleteLayout("a")
  layoutList.takeSaved([layout("a")], sent)
  expect(names()).toEqual([])
  expect(layoutList.unsent()).toMatchObject({ items: [], removed: ["a"] })
  layoutList.takeSaved([], layoutList.unsent())
  expect(layoutList.unsent().removed).toEqual([])
})

/** A list of one's own comes along with the login, merged without losing anything, and unsent until the server has it. */

import { beforeEach, describe, expect, test, vi } from "vitest"
import { OwnList } from "./own-list.ts"

interface Thing {
  id: string
  name: string
  worth: number
}
const device = new Map<string, string>()
vi.stubGlobal("localStorage", {
  getItem: (key: string) => device.get(key) ?? null,
  setItem: (key: string, text: string) => device.set(key, text),
  removeItem: (key: string) => device.delete(key),
})
const thing = (id: string, name = id, worth = 1): Thing => ({ id, name, worth })
const listOfThings = () =>
  new OwnList<Thing>({
    key: "things",
    field: "things",
    most: 3,
    read: (stored) => {
      const { id, name, worth } = Object(stored) as Partial<Thing>
      return typeof name === "string" ? { id: id ?? `made-${name}`, name, worth: worth ?? 0 } : undefined
    },
    areAlike: (a, b) => a.name === b.name && a.worth === b.worth,
  })
const shown = (list: OwnList<Thing>) => list.shown.all.map(({ id, name, worth }) => `${id} ${name} ${worth}`)
beforeEach(() => device.clear())

describe("what a visitor kept", () => {
  test("comes along under another name where the user has one of its name, and not twice where both are alike", () => {
    const list = listOfThings()
    list.open("7")
    list.save(thing("a", "Trend"))
    list.save(thing("b", "Scalp"))
    list.open("")
    list.save(thing("c", "Trend", 2))
    list.save(thing("d", "Scalp"))
    list.open("7")
    expect(shown(list)).toEqual(["a Trend 1", "b Scalp 1", "c Trend 2 2"])
    expect(list.unsent().items.map(({ id }) => id)).toEqual(["a", "b", "c"])
    list.open("")
    expect(shown(list)).toEqual([])
  })
  test("for which there is no room stays the visitor's", () => {
    const list = listOfThings()
    list.open("7")
    for (const id of ["a", "b"]) list.save(thing(id))
    list.open("")
    for (const id of ["c", "d"]) list.save(thing(id))
    list.open("7")
    expect(shown(list)).toEqual(["a a 1", "b b 1", "c c 1"])
    list.open("")
    expect(shown(list)).toEqual(["d d 1"])
  })
  test("of devices of before is a bare list, and torn texts are none", () => {
    device.set("things", JSON.stringify([{ name: "Old" }, 3, null]))
    const list = listOfThings()
    list.open("")
    expect(shown(list)).toEqual(["made-Old Old 0"])
    device.set("things:7", "{")
    list.open("7")
    expect(shown(list)).toEqual(["made-Old Old 0"])
  })
})

test("what the server has by another id under the same name stands beside one's own, or instead of it where both are alike", () => {
  const list = listOfThings()
  list.open("7")
  list.save(thing("a", "Trend"))
  list.save(thing("b", "Scalp"))
  list.takeSaved([thing("x", "Trend", 5), thing("y", "Scalp")], { items: [], removed: [] })
  expect(shown(list)).toEqual(["x Trend 5", "y Scalp 1", "a Trend 2 1"])
  expect(list.unsent().items.map(({ name }) => name)).toEqual(["Trend 2"])
})

test("one more than fit is refused, one that is there may be replaced", () => {
  const list = listOfThings()
  list.open("")
  for (const id of ["a", "b", "c"]) expect(list.save(thing(id))).toBe(true)
  expect(list.save(thing("d"))).toBe(false)
  expect(list.save(thing("e", "a", 9))).toBe(true)
  expect(shown(list)).toEqual(["a a 9", "b b 1", "c c 1"])
})

describe("what waits for the server", () => {
  test("saved anew under the name of one that was removed is neither left out nor named otherwise", () => {
    const list = listOfThings()
    list.open("7")
    list.save(thing("a", "Trend"))
    list.takeSaved([thing("a", "Trend")], list.unsent())
    list.remove("a")
    list.save(thing("b", "Trend"))
    list.save(thing("c", "Scalp"))
    list.takeSaved([thing("a", "Trend")], { items: [], removed: [] })
    expect(shown(list)).toEqual(["b Trend 1", "c Scalp 1"])
    expect(list.unsent()).toMatchObject({ items: [{ id: "b" }, { id: "c" }], removed: ["a"] })
  })

  test("goes back to the visitor's where others have left no room, and isn't asked about again", () => {
    const list = listOfThings()
    list.open("")
    for (const id of ["a", "b"]) list.save(thing(id))
    list.open("7")
    list.takeSaved([thing("x"), thing("y")], { items: [], removed: [] })
    expect(shown(list)).toEqual(["x x 1", "y y 1", "a a 1"])
    expect(list.unsent().items.map(({ id }) => id)).toEqual(["a"])
    list.open("")
    expect(shown(list)).toEqual(["b b 1"])
  })
})

test("a name of its own beside others is one that may be kept: no blank doubled, no letter halved", () => {
  const taken = ["x".repeat(25), `${"x".repeat(24)}😀`].map((stem) => `${stem} tail`)
  for (const name of taken) {
    const list = listOfThings()
    list.open("7")
    list.save(thing("a", name))
    list.takeSaved([thing("z", name, 9)], { items: [], removed: [] })
    const [own] = list.unsent().items
    expect(own?.name).toMatch(/^x+😀? (?:tail )?2$|^x+ 2$/u)
    expect(own?.name).not.toMatch(/ {2}|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
    expect(own?.name.length).toBeLessThanOrEqual(30)
  }
})

/** Are settings kept with their moments, and nonsense left out? */

import { describe, expect, test, vi } from "vitest"
import { choices, choose, chosen, parseChoices } from "./choices-store.ts"

const left = (at: number) => ({ hand: { value: "left", at } })

describe("what is kept", () => {
  test("a choice stands at once, with its moment; what was never chosen has its default", () => {
    const before = Date.now()
    choose("hand", "left")
    expect(chosen(choices.all, "hand")).toBe("left")
    expect(choices.all.hand?.at).toBeGreaterThanOrEqual(before)
    expect(chosen(choices.all, "confirmOrders")).toBe("on")
    expect(chosen(choices.all, "sounds")).toBe("off")
  })

  test.each([
    [null, {}],
    ["", {}],
    ["[1", {}],
    ["7", {}],
    ['{"hand":null}', {}],
    ['{"hand":{"value":"both","at":5}}', {}],
    ['{"taste":{"value":"left","at":5}}', {}],
    ['{"hand":{"value":"left"}}', left(0)],
    ['{"hand":{"value":"left","at":"soon"}}', left(0)],
    ['{"hand":{"value":"left","at":5}}', left(5)],
  ])("%s is read as %j", (text, expected) => {
    expect(parseChoices(text)).toEqual(expected)
  })

  test("what the device kept is there from the start", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => '{"hand":{"value":"left","at":5}}',
      setItem: () => undefined,
    })
    vi.resetModules()
    const fresh = await import("./choices-store.ts")
    vi.unstubAllGlobals()
    expect(fresh.choices.all).toEqual(left(5))
  })
})

/** Keys are changed without two that mean the same, and trade only where they are armed. */

import { afterEach, describe, expect, test } from "vitest"
import { type Choices, choices } from "./choices-store.ts"
import { armedKeys, armKey, changeHotkey, isReserved, parseArmed, resetHotkeys } from "./hotkey-changes.ts"
import { HOTKEYS, hotkeysOf, isHotkey } from "./hotkeys.ts"

afterEach(() => {
  choices.all = {}
  armedKeys.names = []
})

const writtenAs = (value: string): Choices => ({ hotkeys: { value, at: 1 } })

describe("a key", () => {
  test("is another once it is changed, and the first again after a reset", () => {
    expect(changeHotkey("buy", "n")).toBeUndefined()
    expect(isHotkey("buy", "n")).toBe(true)
    expect(isHotkey("buy", "b")).toBe(false)
    // What it left is free.
    expect(changeHotkey("sell", "b")).toBeUndefined()
    expect(choices.all.hotkeys?.value).toBe("buy=n sell=b")
    resetHotkeys()
    expect(hotkeysOf(choices.all)).toEqual(HOTKEYS)
  })

  test("of another is refused, and the first of all isn't taken from who has it", () => {
    expect(changeHotkey("buy", "s")).toEqual({ reason: "taken", by: "sell" })
    expect(changeHotkey("sendBuy", "Mod+k")).toEqual({ reason: "taken", by: "palette" })
    changeHotkey("sell", "n")
    changeHotkey("buy", "s")
    expect(changeHotkey("sell", "s")).toEqual({ reason: "taken", by: "buy" })
    expect(hotkeysOf(choices.all)).toMatchObject({ buy: "s", sell: "n" })
  })

  test.each(["1", " ", "Enter", "Shift+Tab", "ArrowUp", "F5", "Mod+t", "Mod+Shift+t", "Mod+w", "Mod+Enter"])(
    "can't be %j",
    (chord) => {
      expect(changeHotkey("buy", chord)).toEqual({ reason: "reserved" })
      expect(choices.all.hotkeys).toBeUndefined()
    },
  )

  test.each(["n", "Shift+n", "+", "ß", "Mod+b", "Mod+Shift+e"])("may be %j", (chord) => {
    expect(isReserved(chord)).toBe(false)
  })

  test("that two releases gave out twice stays with who chose it", () => {
    expect(hotkeysOf(writtenAs("cancelAll=b nonsense buy= x=y"))).toMatchObject({ cancelAll: "b" })
    expect(hotkeysOf(writtenAs("cancelAll=b")).buy).toBe("")
  })
})

test("each key that trades is armed by itself", () => {
  expect(armedKeys.names).toEqual([])
  armKey("cancelAll", true)
  armKey("sendBuy", true)
  armKey("cancelAll", false)
  expect(armedKeys.names).toEqual(["sendBuy"])
  expect(parseArmed("sendBuy buy exit")).toEqual(["sendBuy"])
  expect(parseArmed(null)).toEqual([])
})

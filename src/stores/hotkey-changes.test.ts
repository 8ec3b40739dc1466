/** Keys are changed without two that mean the same, and trade only where they are armed. */

import { afterEach, describe, expect, test } from "vitest"
import { type Choices, choices } from "./choices-store.ts"
import { FIXED_KEYS, FIXED_NAMES } from "./fixed-keys.ts"
import { armedKeys, armKey, changeHotkey, isReserved, parseArmed, resetHotkeys } from "./hotkey-changes.ts"
import { canMeet, firstChord, HOTKEY_NAMES, hotkeysOf, isHotkey, placeOf } from "./hotkeys.ts"

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
    expect(Object.entries(hotkeysOf(choices.all))).toEqual(
      expect.arrayContaining(HOTKEY_NAMES.map((name) => [name, firstChord(name)])),
    )
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

  test.each(["n", "Shift+n", "*", "ß", "Mod+b", "Mod+Shift+e"])("may be %j", (chord) => {
    expect(isReserved(chord)).toBe(false)
  })

  test.each([
    ["sendBuy", "m", "moveOrders"],
    ["moveOrders", "b", "buy"],
    ["moveOrders", "?", "list"],
    ["list", "r", "replayResult"],
    ["replayBar", "m", "replayMinute"],
    ["replayBar", "?", "list"],
    // The chart hears it before the desk does.
    ["sendBuy", "+", "zoom"],
  ] as const)(
    "can't be given to %s as %j: that is %s, which the same press could mean",
    (name, chord, by) => {
      expect(changeHotkey(name, chord)).toEqual({ reason: "taken", by })
      expect(choices.all.hotkeys).toBeUndefined()
    },
  )

  test("of a replay may be one of the desk, which it lies over", () => {
    expect(changeHotkey("replayBar", "b")).toBeUndefined()
    expect(changeHotkey("nextChart", "r")).toBeUndefined()
    expect(hotkeysOf(choices.all)).toMatchObject({
      buy: "b",
      replayBar: "b",
      nextChart: "r",
      replayResult: "r",
    })
  })

  test("is at first the only one of its chord where it works", () => {
    const pairs = HOTKEY_NAMES.flatMap((one) =>
      HOTKEY_NAMES.filter((other) => one < other && firstChord(one) === firstChord(other)).map(
        (other) => [one, other] as const,
      ),
    )
    expect(pairs.filter(([one, other]) => canMeet(placeOf(one), placeOf(other)))).toEqual([])
  })

  test.each(FIXED_NAMES)("that stands still is given to none: %s", (name) => {
    for (const chord of FIXED_KEYS[name][1])
      if (chord !== "…") expect(changeHotkey("list", chord)?.reason).toMatch(/reserved|taken/)
  })

  test("chosen in an earlier release is kept, and one that has come since gives way to it", () => {
    const keys = hotkeysOf(writtenAs("buy=m sell=+ search=n"))
    expect(keys).toMatchObject({ buy: "m", sell: "+", search: "n", moveOrders: "" })
    expect(keys).toMatchObject({ replayMinute: "m", replayBar: "n" })
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

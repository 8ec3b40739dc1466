/** Are two devices merged by what was chosen last, and is what another release keeps left alone? */

import { describe, expect, test } from "vitest"
import { areSame, choicesOf, mergeChoices, recordOf } from "./choices-merge.ts"
import type { Choices } from "./choices-store.ts"

const left = (at: number) => ({ hand: { value: "left", at } })
const right = (at: number) => ({ hand: { value: "right", at } })

describe("the account's record", () => {
  test("comes back as it was taken there", () => {
    const all: Choices = { ...left(5), numbers: { value: "de", at: 9 } }
    expect(choicesOf(recordOf(all, {}))).toEqual(all)
    expect(recordOf(left(5), {})).toEqual({ hand: "left", "hand@": 5 })
  })

  test("keeps what this release doesn't know, and nonsense there is passed over", () => {
    expect(recordOf(left(5), { later: true, "later@": 3 })).toMatchObject({ later: true, "later@": 3 })
    expect(choicesOf({ hand: "both", sounds: true, "numbers@": 4, vibrations: "off" })).toEqual({
      vibrations: { value: "off", at: 0 },
    })
  })
})

describe("two devices", () => {
  test.each([
    ["the device's is kept where the account has none", left(5), {}, left(5)],
    ["the account's comes where the device has none", {}, right(5), right(5)],
    ["a visitor's later choice is kept", left(6), right(5), left(6)],
    ["the account's later choice comes", left(5), right(6), right(6)],
    ["of the same moment the account's stands", left(5), right(5), right(5)],
    ["an unknown moment gives way", left(0), right(1), right(1)],
  ] as const)("%s", (_rule, device, account, expected) => {
    expect(mergeChoices(device, account)).toEqual(expected)
  })

  test("settings are merged one by one", () => {
    const device: Choices = { ...left(9), sounds: { value: "on", at: 1 } }
    const account: Choices = { ...right(2), sounds: { value: "off", at: 3 } }
    expect(mergeChoices(device, account)).toEqual({ ...left(9), sounds: { value: "off", at: 3 } })
  })

  test("merging both ways ends with the same", () => {
    const device: Choices = { ...left(9), sounds: { value: "on", at: 1 } }
    const account: Choices = { ...right(2), palette: { value: "red-up", at: 3 } }
    const merged = mergeChoices(device, account)
    expect(areSame(mergeChoices(merged, account), merged)).toBe(true)
    expect(areSame(merged, account)).toBe(false)
  })
})

/** Changes keys, and arms those that trade without a question: each by itself, on this device only. */

import { proxy } from "valtio"
import { choices, write } from "./choices-store.ts"
import { readDevice, writeDevice } from "./device-storage.ts"
import { FIXED_KEYS, FIXED_NAMES, type FixedKey } from "./fixed-keys.ts"
import { canMeet, firstChord, HOTKEY_NAMES, type Hotkey, hotkeysOf, placeOf } from "./hotkeys.ts"

const KEY = "saker:armed-keys"

/** They act at once: off until they are armed. */
export const MONEY_KEYS = [
  "sendBuy",
  "sendSell",
  "cancelLast",
  "cancelAll",
  "closeHere",
] as const satisfies Hotkey[]
export type MoneyKey = (typeof MONEY_KEYS)[number]

export const isMoneyKey = (name: Hotkey): name is MoneyKey => (MONEY_KEYS as readonly Hotkey[]).includes(name)

export type KeyRefusal =
  /** A key that could be meant by the same press has it. */
  | { reason: "taken"; by: Hotkey | FixedKey }
  /** Browser, lists and fields need it. */
  | { reason: "reserved" }

/** Undefined: it is changed. */
export function changeHotkey(name: Hotkey, chord: string): KeyRefusal | undefined {
  const keys = hotkeysOf(choices.all)
  const place = placeOf(name)
  const by = HOTKEY_NAMES.find(
    (other) => other !== name && keys[other] === chord && canMeet(place, placeOf(other)),
  )
  if (by) return { reason: "taken", by }
  if (chord !== firstChord(name) && isReserved(chord)) return { reason: "reserved" }
  const fixed = FIXED_NAMES.find((other) => {
    const [where, chords] = FIXED_KEYS[other]
    return canMeet(place, where) && (chords as readonly string[]).includes(chord)
  })
  if (fixed) return { reason: "taken", by: fixed }
  const changed = { ...keys, [name]: chord }
  const own = HOTKEY_NAMES.filter((each) => changed[each] !== "" && changed[each] !== firstChord(each))
  write("hotkeys", own.map((each) => `${each}=${changed[each]}`).join(" "))
  return undefined
}

/** Pure: what moves the focus, works in fields, chooses an interval (1 to 9) or, with Ctrl or ⌘, belongs to a browser. */
export function isReserved(chord: string): boolean {
  const [, command, key = ""] = /^(Mod\+)?(?:Shift\+)?(.+)$/.exec(chord) ?? []
  if (key.length !== 1) return true
  return command ? !/[begikmu]/.test(key) : /[\d ]/.test(key)
}

export function resetHotkeys(): void {
  write("hotkeys", "")
}

export const armedKeys = proxy<{ names: readonly MoneyKey[] }>({ names: parseArmed(readDevice(KEY)) })

export function armKey(name: MoneyKey, isArmed: boolean): void {
  armedKeys.names = MONEY_KEYS.filter((each) => (each === name ? isArmed : armedKeys.names.includes(each)))
  writeDevice(KEY, armedKeys.names.join(" "))
}

/** Pure: what is no such key is left out. */
export function parseArmed(text: string | null): MoneyKey[] {
  const names = (text ?? "").split(" ")
  return MONEY_KEYS.filter((name) => names.includes(name))
}

/** Changes keys, and arms those that trade without a question: each by itself, on this device only. */

import { proxy } from "valtio"
import { choices, write } from "./choices-store.ts"
import { readDevice, writeDevice } from "./device-storage.ts"
import { HOTKEY_NAMES, HOTKEYS, type Hotkey, hotkeysOf } from "./hotkeys.ts"

const KEY = "saker:armed-keys"

/** They act at once: off until they are armed. */
export const MONEY_KEYS = ["sendBuy", "sendSell", "cancelAll", "closeHere"] as const satisfies Hotkey[]
export type MoneyKey = (typeof MONEY_KEYS)[number]

export type KeyRefusal =
  /** Another key has it. */
  | { reason: "taken"; by: Hotkey }
  /** Browser, lists and fields need it. */
  | { reason: "reserved" }

/** Undefined: it is changed. */
export function changeHotkey(name: Hotkey, chord: string): KeyRefusal | undefined {
  const keys = hotkeysOf(choices.all)
  const by = HOTKEY_NAMES.find((other) => other !== name && keys[other] === chord)
  if (by) return { reason: "taken", by }
  if (chord !== HOTKEYS[name] && isReserved(chord)) return { reason: "reserved" }
  const changed = { ...keys, [name]: chord }
  const own = HOTKEY_NAMES.filter((each) => changed[each] !== "" && changed[each] !== HOTKEYS[each])
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

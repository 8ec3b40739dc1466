/** Which key does what, as the user set it: kept with the preferences as "buy=n exit=Mod+Shift+e", only what isn't as at first. */

import { type Choices, choices, written } from "./choices-store.ts"

/** Each with the chord it has at first. */
export const HOTKEYS = {
  search: "/",
  buy: "b",
  sell: "s",
  palette: "Mod+k",
  exit: "Mod+Shift+x",
  centre: "c",
  list: "?",
  nextChart: ".",
  sendBuy: "Shift+b",
  sendSell: "Shift+s",
  cancelAll: "Shift+c",
  closeHere: "Shift+x",
} as const

export type Hotkey = keyof typeof HOTKEYS

export const HOTKEY_NAMES = Object.keys(HOTKEYS) as Hotkey[]

/** Pure: a chord of one's own is kept before one of the first; empty where another has taken it. */
export function hotkeysOf(all: Choices): Record<Hotkey, string> {
  const own = new Map(
    written(all, "hotkeys")
      .split(" ")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] as const),
  )
  const taken = new Set<string>()
  const keys = { ...HOTKEYS } as Record<Hotkey, string>
  for (const isOwn of [true, false])
    for (const name of HOTKEY_NAMES) {
      if (own.has(name) !== isOwn) continue
      const chord = own.get(name) ?? HOTKEYS[name]
      keys[name] = taken.has(chord) ? "" : chord
      taken.add(chord)
    }
  return keys
}

/** As it is now; not followed. */
export const isHotkey = (name: Hotkey, chord: string): boolean => hotkeysOf(choices.all)[name] === chord

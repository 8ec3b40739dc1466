/**
 * All keys there are, each with the place in which it works. Which key does what is as the user set it: kept with the
 * preferences as "buy=n exit=Mod+Shift+e", only what isn't as at first.
 */

import { type Choices, choices, written } from "./choices-store.ts"

/** In the order in which they are shown. Chart, drawings, ladder and lists hear a key before their desk does; a replay lies over it. */
export const KEY_PLACES = ["everywhere", "desk", "chart", "drawing", "ladder", "replay", "lists"] as const
export type KeyPlace = (typeof KEY_PLACES)[number]

/** Each with its place and the chord it has at first. */
const HOTKEYS = {
  search: ["desk", "/"],
  buy: ["desk", "b"],
  sell: ["desk", "s"],
  palette: ["everywhere", "Mod+k"],
  exit: ["everywhere", "Mod+Shift+x"],
  centre: ["desk", "c"],
  list: ["everywhere", "?"],
  nextChart: ["desk", "."],
  moveOrders: ["ladder", "m"],
  replayBar: ["replay", "n"],
  replayMinute: ["replay", "m"],
  replaySlower: ["replay", ","],
  replayFaster: ["replay", "."],
  replayResult: ["replay", "r"],
  sendBuy: ["desk", "Shift+b"],
  sendSell: ["desk", "Shift+s"],
  cancelLast: ["desk", "Shift+z"],
  cancelAll: ["desk", "Shift+c"],
  closeHere: ["desk", "Shift+x"],
} as const satisfies Record<string, readonly [KeyPlace, string]>

export type Hotkey = keyof typeof HOTKEYS

export const HOTKEY_NAMES = Object.keys(HOTKEYS) as Hotkey[]

export const placeOf = (name: Hotkey): KeyPlace => HOTKEYS[name][0]
export const firstChord = (name: Hotkey): string => HOTKEYS[name][1]

/** Whether one press could mean two keys of these places: over a replay's page only what works everywhere is there too. */
export const canMeet = (one: KeyPlace, other: KeyPlace): boolean =>
  one === other || one === "everywhere" || other === "everywhere" || (one !== "replay" && other !== "replay")

/** Pure: a chord of one's own is kept before one of the first; empty where another that it can meet has taken it. */
export function hotkeysOf(all: Choices): Record<Hotkey, string> {
  const own = new Map(
    written(all, "hotkeys")
      .split(" ")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] as const),
  )
  const keys = {} as Record<Hotkey, string>
  const given: Hotkey[] = []
  for (const isOwn of [true, false])
    for (const name of HOTKEY_NAMES) {
      if (own.has(name) !== isOwn) continue
      const chord = own.get(name) ?? firstChord(name)
      const isTaken = given.some((other) => keys[other] === chord && canMeet(placeOf(name), placeOf(other)))
      keys[name] = isTaken ? "" : chord
      given.push(name)
    }
  return keys
}

/** As it is now; not followed. */
export const isHotkey = (name: Hotkey, chord: string): boolean => hotkeysOf(choices.all)[name] === chord

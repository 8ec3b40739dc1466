/**
 * What has this person chosen, and when? Settings that follow a user from device to device. They are kept on the device
 * at once, each with the moment of its choice; shell/follow-choices.ts takes them to the account and brings back others.
 * Theme and language are none of them: they belong to the device.
 */

import { proxy } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:choices"

/** Every setting with what it may be; the first is what stands until something is chosen. */
export const CHOICES = {
  palette: ["standard", "colourblind", "red-up"],
  confirmOrders: ["on", "off"],
  /** Asked before each second contract. */
  confirmSeconds: ["off", "on"],
  /** Minutes without use after which one-click trading goes off, and whether it ends with its market or its screen. */
  oneClickIdle: ["5", "1", "2", "3", "10", "15", "30", "60"],
  oneClickEnds: ["market", "screen"],
  sounds: ["off", "on"],
  /** On until it is switched off: whoever sets an alert wants to hear of it. */
  alertSounds: ["on", "off"],
  vibrations: ["on", "off"],
  hand: ["right", "left"],
  /** The screen stays on while a trade screen is shown. */
  keepAwake: ["off", "on"],
  /** Warnings of the ticket: percent from the market, times the usual size, percent of the balance, percent of cost. */
  guardPrice: ["5", "1", "2", "10", "20", "off"],
  guardSize: ["3", "2", "5", "10", "off"],
  guardBalance: ["90", "50", "75", "100", "off"],
  guardBook: ["0.5", "0.2", "1", "2", "off"],
  /** Percent of the order that own orders are, percent beyond the position, times the day's range. */
  guardCross: ["1", "10", "50", "off"],
  guardFlip: ["1", "10", "50", "100", "off"],
  guardLeverage: ["1", "0.5", "2", "3", "off"],
  /** S15: seconds after which the exchange cancels all open orders unless a page of theirs is still connected. */
  cancelAfter: ["off", "60", "120", "300"],
  /** What one order may be worth at most, in USDT; the server holds it too. */
  orderValueMax: ["off", "100", "500", "1000", "5000", "10000", "50000", "100000"],
  /** Whose marks numbers have: the page's language's, or those of one of these languages. */
  numbers: ["language", "en", "de", "fr"],
  /** In which time zone all moments are told: the device's, or one for each part of the world that trades. */
  zone: [
    "device",
    "UTC",
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
  ],
} as const

/** Settings that are written, with their most characters: each has a reader of its own, which takes what it understands. */
const WRITTEN = {
  /** order-sizes.ts */
  orderSizes: 800,
  /** hotkeys.ts */
  hotkeys: 500,
} as const

export type WrittenName = keyof typeof WRITTEN
export type ChoiceName = keyof typeof CHOICES
export type ChoiceValue<Name extends ChoiceName> = (typeof CHOICES)[Name][number]

interface Choice {
  value: string
  /** Local epoch ms; 0: chosen before moments were kept. */
  at: number
}
/** A setting that was never touched is missing. */
export type Choices = { [Name in ChoiceName | WrittenName]?: Choice }

export const CHOICE_NAMES = [...Object.keys(CHOICES), ...Object.keys(WRITTEN)] as (ChoiceName | WrittenName)[]

export const choices = proxy<{ all: Choices }>({ all: parseChoices(readDevice(KEY)) })

/** Where the account's copy is: `device`: a visitor has none; `waiting`: the server hasn't taken the last change yet. */
export const accountCopy = proxy<{ state: "device" | "kept" | "sending" | "waiting" }>({ state: "device" })

/** Whether a setting may have this value; for what comes from storage or from the server. */
export function isChoice<Name extends ChoiceName>(name: Name, value: unknown): value is ChoiceValue<Name> {
  return (CHOICES[name] as readonly unknown[]).includes(value)
}

/** Whether it may be kept under this name: a value of its list, or a text no longer than it may be. */
export function isKeepable(name: ChoiceName | WrittenName, value: unknown): value is string {
  if (!(name in WRITTEN)) return isChoice(name as ChoiceName, value)
  return typeof value === "string" && value.length <= WRITTEN[name as WrittenName]
}

/** What is written under this name; empty until something is. */
export const written = (all: Choices, name: WrittenName): string => all[name]?.value ?? ""

/** The person writes it, here and now. False: it is too long, and what stood before stays. */
export function write(name: WrittenName, value: string): boolean {
  if (!isKeepable(name, value)) return false
  takeChoices({ ...choices.all, [name]: { value, at: Date.now() } })
  return true
}

/** What is chosen, else what stands until then. */
export function chosen<Name extends ChoiceName>(all: Choices, name: Name): ChoiceValue<Name> {
  const value = all[name]?.value
  return isChoice(name, value) ? value : CHOICES[name][0]
}

/** The name of the chosen time zone; undefined: the device's own. */
export function chosenZone(all: Choices): string | undefined {
  const zone = chosen(all, "zone")
  return zone === "device" ? undefined : zone
}

/** The person chooses, here and now. */
export function choose<Name extends ChoiceName>(name: Name, value: ChoiceValue<Name>): void {
  takeChoices({ ...choices.all, [name]: { value, at: Date.now() } })
}

/** Puts others in their place: merged with the account's, or another tab's. */
export function takeChoices(all: Choices): void {
  choices.all = all
  writeDevice(KEY, JSON.stringify(all))
}

/** Another tab chose: this one follows. */
export function followChoicesOfTabs(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) choices.all = parseChoices(newValue)
  })
}

/** Pure: what isn't a known setting with a value it may have is left out. */
export function parseChoices(text: string | null): Choices {
  const all: Choices = {}
  try {
    const stored = Object(JSON.parse(text ?? "null")) as Record<string, Partial<Choice> | null>
    for (const name of CHOICE_NAMES) {
      const { value, at } = Object(stored[name]) as Partial<Choice>
      if (isKeepable(name, value)) all[name] = { value, at: Number.isSafeInteger(at) ? Number(at) : 0 }
    }
  } catch {
    // Torn or foreign text counts as nothing chosen.
  }
  return all
}

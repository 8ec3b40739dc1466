/** Names a device by browser and system. Read roughly from what browsers say of themselves, for a person to recognise. */

import type { TFunction } from "i18next"

interface Device {
  /** Undefined: nobody we know. */
  browser: string | undefined
  system: string | undefined
}

/** The first that fits counts: nearly all say "Safari", and those built on Chromium say "Chrome" as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\/|\bOPX\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bChromium\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
]

const nameIn = (text: string, known: readonly (readonly [RegExp, string])[]) =>
  known.find(([sign]) => sign.test(text))?.[1]

export const deviceOf = (agent: string): Device => ({
  browser: nameIn(agent, BROWSERS),
  system: nameIn(agent, SYSTEMS),
})

/** Programs that are no browsers are named by the first word they say: `curl/8.5.0`. */
const PROGRAM_LENGTH_MAX = 40
export const programOf = (agent: string): string =>
  (agent.trim().split(/\s+/)[0] ?? "").slice(0, PROGRAM_LENGTH_MAX)

/** `Firefox on Linux`; what isn't known is left out. `t` must be of the namespace `security`. */
export function deviceText(t: TFunction<"security">, agent: string): string {
  const { browser, system } = deviceOf(agent)
  if (browser && system) return t("security:sessions.device", { browser, system })
  return browser ?? system ?? (programOf(agent) || t("security:sessions.unknown"))
}

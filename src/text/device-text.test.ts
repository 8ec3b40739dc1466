/** Is a browser recognised by what it says of itself, and nobody taken for another? */

import { expect, test } from "vitest"
import { deviceOf, programOf } from "./device-text.ts"

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36`, "Chrome", "Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`,
    "Edge",
    "Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} Chrome/141.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  ["curl/8.5.0", undefined, undefined],
  ["", undefined, undefined],
])("%s is %s on %s", (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})

test("a program that is no browser is named by its first word, cut where it is endless", () => {
  expect(programOf("curl/8.5.0 (x86_64)")).toBe("curl/8.5.0")
  expect(programOf("x".repeat(500))).toHaveLength(40)
  expect(programOf("  ")).toBe("")
})

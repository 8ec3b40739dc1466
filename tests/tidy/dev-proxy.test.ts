/** While one develops, every call reaches the server: its first part is led there by vite. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { endpoints } from "#core/wire/index.ts"

test("vite leads the first part of every call's path to the server", () => {
  const config = readFileSync(join(import.meta.dirname, "../../vite.config.ts"), "utf8")
  const led = new Set([...config.matchAll(/^ {6}"(\/\w+)": /gm)].map(([, path]) => path))
  const parts = new Set(Object.values(endpoints).map(({ path }) => `/${path.split("/")[1]}`))
  expect([...parts].filter((part) => !led.has(part))).toEqual([])
})

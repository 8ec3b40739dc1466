/** Does the tab's title put the price first and leave out what isn't there? */

import { expect, test } from "vitest"
import { titleText } from "./document-title.ts"

test.each([
  [{ price: "67,284.1", screen: "BTC/USDT", brand: "Saker" }, "67,284.1 · BTC/USDT · Saker"],
  [{ price: "", screen: "Markets", brand: "Saker" }, "Markets · Saker"],
  [{ price: "", screen: "", brand: "Saker" }, "Saker"],
])("%j reads %s", (parts, title) => {
  expect(titleText(parts)).toBe(title)
})

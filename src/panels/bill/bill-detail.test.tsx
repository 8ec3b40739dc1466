/** A movement of the bill leads to the screen on which its market is traded. */

import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { bill } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { renderInPage } from "#tests/support/page-scene.tsx"
import { BillDetail } from "./bill-detail.view.tsx"

const [example] = (bill.example.response as ResponseOf<typeof bill>).rows

test.each([
  ["BTC_USDT", "BTC/USDT", "/pages/spot/trade"],
  ["BTC_USDT_PERP", "BTC/USDT Perp", "/pages/contract/trade"],
  ["BTC_USDT_SEC", "BTC/USDT Seconds", "/pages/option/trade"],
])("of %s it says %s and leads to %s", async (instrument, name, place) => {
  if (!example) throw new Error("the example has a row")
  renderInPage(<BillDetail row={{ ...example, instrument }} isOpen onClose={() => undefined} />)
  const link = await screen.findByRole("link", { name: `Go to ${name}` })
  expect(link.getAttribute("href")).toMatch(new RegExp(`${place}\\?symbol=${instrument}$`))
})

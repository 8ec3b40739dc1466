/** What an order's cells say that its other figures don't. */

import { expect, test } from "vitest"
import { type PerpetualOrder, perpetualOrderExample } from "#core/wire/contract.ts"
import { renderInPage } from "#tests/support/page-scene.tsx"
import { OrderKind } from "./cells.view.tsx"

const target = (price: string) =>
  ({ price, source: "mark", limit: "" }) as NonNullable<PerpetualOrder["takeProfit"]>
const kindOf = (more: Partial<PerpetualOrder>) =>
  renderInPage(<OrderKind order={{ ...perpetualOrderExample, ...more }} />).container.textContent

test("an order says which take-profit and stop-loss its position will have, and nothing where it has none", () => {
  expect(kindOf({})).not.toMatch(/TP|SL/)
  expect(kindOf({ takeProfit: target("69500.0"), stopLoss: target("65900.0") })).toMatch(
    /TP\s69,500\.0SL\s65,900\.0$/,
  )
  expect(kindOf({ stopLoss: target("65900.0") })).toMatch(/SL\s65,900\.0$/)
})

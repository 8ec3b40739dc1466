/** Closing all positions at once: one question, one request, and the reason of each that was refused. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { closeAllPositions } from "#core/wire/contract-close-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { answer, lost, refusal } from "#tests/support/false-server.ts"
import { server } from "#tests/support/page-scene.tsx"
import { long, panel, press, setPositionsScene, short, tell } from "#tests/support/positions-scene.tsx"

setPositionsScene()

type Closed = ResponseOf<typeof closeAllPositions>["closed"]
const part = (change: Partial<Closed[number]> = {}): Closed[number] => ({
  ...{ instrument: "BTC_USDT_PERP", positionSide: "", order: 5, problem: "", values: {} },
  ...change,
})
const hedged = [
  { ...long, positionSide: "long" as const },
  { ...short, positionSide: "short" as const },
]
const question = () => screen.findByRole("alertdialog")
const yes = async () => userEvent.click(within(await question()).getByRole("button", { name: "Close all" }))

test("all are closed after one question", async () => {
  server.on(closeAllPositions, answer(closeAllPositions, { closed: [part(), part()] }))
  panel("cards")
  await press(/^Close all/)
  expect((await question()).textContent).toContain("Close all 2 positions at the market price?")
  expect(server.requests(closeAllPositions)).toEqual([])
  await yes()
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
  expect(server.requests(closeAllPositions)).toEqual([{}])
})

test("what was refused is told with its name and its numbers, and can be tried again", async () => {
  await tell(hedged)
  const refused = part({ positionSide: "short", order: 0, problem: "MIN_NOTIONAL" })
  server.on(
    closeAllPositions,
    answer(closeAllPositions, {
      closed: [part({ positionSide: "long" }), { ...refused, values: { limit: "5", currency: "USDT" } }],
    }),
    answer(closeAllPositions, { closed: [part({ positionSide: "short" })] }),
  )
  panel("cards")
  await press(/^Close all/)
  await yes()
  const alert = await within(await question()).findByRole("alert")
  expect(alert.textContent).toBe("BTC/USDT Perp Short was not closed: The minimum order value is 5 USDT.")
  await yes()
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
})

test.each([
  ["a refusal of the whole is told in the server's words", refusal("ACCOUNT_FROZEN", "Frozen."), "Frozen."],
  ["without an answer nothing is sent again", lost, "Still no reply."],
])("%s", async (_, reply, words) => {
  server.on(closeAllPositions, reply)
  panel("cards")
  await press(/^Close all/)
  await yes()
  expect((await within(await question()).findByRole("alert")).textContent).toContain(words)
  expect(server.requests(closeAllPositions)).toHaveLength(1)
})

test("without positions there is nothing to press", async () => {
  await tell([])
  panel("cards")
  expect(screen.queryByRole("button", { name: "Close all" })).toBeNull()
})

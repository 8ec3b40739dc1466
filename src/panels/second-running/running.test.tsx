/** Running second contracts: what is shown, what a tick costs, and that a result stays until it is put away. */

import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { type SecondContract, secondContractExample } from "#core/wire/second.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { renderInPage } from "#tests/support/page-scene.tsx"
import { running, setSecondScene, tellSeconds, tick } from "#tests/support/second-scene.tsx"
import { LastResult } from "./result.view.tsx"
import { RunningList } from "./running.view.tsx"

setSecondScene()

const lasting = (change: Partial<SecondContract> = {}): SecondContract => ({
  ...running,
  opened: Date.now() - 10_000,
  expiry: Date.now() + 50_000,
  ...change,
})

test.each(["cards", "table"] as const)(
  "as %s each tells direction, stake, open price and what it would be",
  async (form) => {
    await tellSeconds([lasting(), lasting({ id: 4113, direction: "bearish" })])
    const { container } = renderInPage(<RunningList form={form} />)
    for (const text of [
      "Up",
      "Down",
      "50.00\u00a0USDT",
      "67,271.2",
      "13.4 above: +41.00",
      "13.4 above: \u221250.00",
      "00:50",
    ])
      expect(container.textContent).toContain(text)
  },
)

test("a tick of twenty contracts draws their cells, once, and no row", async () => {
  await tellSeconds(Array.from({ length: 20 }, (_, at) => lasting({ id: 5000 + at })))
  const commits = countCommits()
  const { container } = renderInPage(
    <commits.Counted>
      <RunningList form="table" />
    </commits.Counted>,
  )
  commits.taken()
  await tick(8_204_118, "67270.2")
  expect(container.textContent).toContain("1.0 below: \u221250.00")
  expect(commits.taken()).toBe(1)
})

test("while the index is silent what it would be is a dash, and the countdown goes on", async () => {
  await tellSeconds([lasting()])
  const { container } = renderInPage(<RunningList form="cards" />)
  await tick(8_204_117, "67284.6", { isStale: true })
  expect(container.textContent).not.toContain("above")
  expect(container.textContent).toContain("00:50")
})

test("past its end a contract waits for the tick that decides", async () => {
  await tellSeconds([lasting({ expiry: Date.now() - 1 })])
  renderInPage(<RunningList form="cards" />)
  expect(screen.getByText("waiting for the tick")).toBeTruthy()
})

test("a result is read out in its place, and stays until it is put away", async () => {
  await tellSeconds([lasting()])
  renderInPage(<LastResult />)
  expect(screen.getByRole("status").textContent).toBe("")
  await tellSeconds([{ ...secondContractExample, status: "lost", direction: "bearish" }])
  expect(screen.getByRole("status").textContent).toContain(
    "Lost 50\u00a0USDT: BTC/USDT at 67,284.6 at the end (tick 8,204,117), 67,271.2 at the start.",
  )
  await userEvent.click(screen.getByRole("button", { name: "Put the result away" }))
  expect(screen.getByRole("status").textContent).toBe("")
})

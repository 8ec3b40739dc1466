/** The form of second contracts: what a press sends, that it sends once, and what shuts it. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import {
  openOption,
  optionLimit,
  optionRecords,
  runningOptions,
  setOptionLimit,
} from "#core/wire/option-calls.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { noLimit, running, second, setSecondScene, tellSeconds, tick } from "#tests/support/second-scene.tsx"
import { choose } from "../../stores/choices-store.ts"
import { market } from "../../stores/market-store.ts"
import { SecondTicketScope } from "./second-scope.view.tsx"
import { forgetSecondOutcome, secondSending } from "./second-sending.ts"
import { SecondTicketPanel } from "./second-ticket.view.tsx"

setSecondScene()

const stake = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Stake/ })
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name })
const sent = () => server.requests(openOption)

async function show(typed = "50") {
  const { container } = renderInPage(
    <SecondTicketScope market={second}>
      <SecondTicketPanel />
    </SecondTicketScope>,
  )
  await screen.findByText(/no limit/)
  if (typed !== "") await userEvent.type(stake(), typed)
  return container
}

test("before anything is sent the three ways it may go are told in money", async () => {
  const container = await show("100")
  expect(container.textContent).toContain("+80.00\u00a0USDT")
  expect(container.textContent).toContain("\u2212100.00\u00a0USDT")
  expect(container.textContent).toContain("stake back")
  await userEvent.click(screen.getByRole("radio", { name: /60 s/ }))
  expect(container.textContent).toContain("+82.00\u00a0USDT")
})

test("a press sends once, with the price on screen and how far it may have moved, under one key", async () => {
  const reply = held()
  server.on(openOption, reply)
  await show()
  await tick(8_204_118, "67290.1")
  await userEvent.dblClick(button(/^Up/))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    ...{ instrument: "BTC_USDT_SEC", direction: "bullish", stake: "50" },
    ...{ seenPrice: "67290.1", maxMove: "67.2" },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await happens(() => reply.give(answer(openOption, running)))
  await waitFor(() => expect(secondSending.state).toBe("idle"))
  expect(sent()).toHaveLength(1)
  await happens(forgetSecondOutcome)
})

test("the other direction may be pressed at once; the same one so soon is the second tap of the first", async () => {
  server.on(openOption, answer(openOption, running))
  await show()
  await userEvent.click(button(/^Up/))
  await waitFor(() => expect(secondSending.outcome?.kind).toBe("opened"))
  await userEvent.click(button(/^Up/))
  expect(sent()).toHaveLength(1)
  await userEvent.click(button(/^Down/))
  await waitFor(() => expect(sent().map(({ direction }) => direction)).toEqual(["bullish", "bearish"]))
  await waitFor(() => expect(secondSending.state).toBe("idle"))
  await happens(forgetSecondOutcome)
})

test("without an answer the exchange is asked what runs, and nothing is sent again", async () => {
  server.on(openOption, lost)
  await show()
  server.on(runningOptions, async () => {
    const key = String(sent()[0]?.key)
    return answer(runningOptions, { rows: [{ ...running, key }] })()
  })
  await userEvent.click(button(/^Down/))
  await waitFor(() => expect(secondSending.outcome?.kind).toBe("opened"))
  expect(sent()).toHaveLength(1)
  await happens(forgetSecondOutcome)
})

test("a contract that neither runs nor has ended was never received, and that is told", async () => {
  server.on(openOption, lost)
  server.on(runningOptions, answer(runningOptions, { rows: [] }))
  server.on(optionRecords, answer(optionRecords, { rows: [], next: "" }))
  await show()
  await userEvent.click(button(/^Up/))
  await screen.findByText(/no reply yet/)
  expect(button(/^Up/).disabled).toBe(true)
  await screen.findByText(/did not receive this contract/, {}, { timeout: 8000 })
  expect(sent()).toHaveLength(1)
  await happens(forgetSecondOutcome)
})

test("a refusal is told in the server's words, until something else is typed", async () => {
  server.on(openOption, refusal("PRICE_MOVED", "The price moved from 67,284.6 to 67,400."))
  await show()
  await userEvent.click(button(/^Up/))
  await screen.findByText(/The price moved/)
  await userEvent.type(stake(), "1")
  expect(screen.queryByText(/The price moved/)).toBeNull()
})

test("who wants to be asked is asked, and what is sent is the price at the answer", async () => {
  await happens(() => choose("confirmSeconds", "on"))
  server.on(openOption, answer(openOption, running))
  await show()
  await userEvent.click(button(/^Up/))
  const question = await screen.findByRole("alertdialog")
  expect(question.textContent).toContain("Up for 50\u00a0USDT over 30 s?")
  expect(sent()).toHaveLength(0)
  await tick(8_204_119, "67300")
  await userEvent.click(within(question).getByRole("button", { name: "Up" }))
  await waitFor(() => expect(sent()[0]).toMatchObject({ seenPrice: "67300" }))
})

test.each([
  [
    "offline",
    /Offline/,
    () => happens(() => (market.connection = { ...market.connection, state: "offline" })),
  ],
  ["a silent index", /silent for over 2 s/, () => tick(1, "67284.6", { isStale: true })],
  [
    "an unknown clock",
    /clock is being measured/,
    () => happens(() => (market.connection = { ...market.connection, clockError: null })),
  ],
])("%s shuts the buttons and says why", async (_, reason, happened) => {
  await show()
  expect(button(/^Up/).disabled).toBe(false)
  await happened()
  await screen.findByText(reason)
  expect(button(/^Up/).disabled).toBe(true)
  expect(button(/^Down/).disabled).toBe(true)
})

test("a clock that is uncertain by more than 250 ms is told, and opens all the same", async () => {
  await show()
  await happens(() => (market.connection = { ...market.connection, clockError: 400 }))
  await screen.findByText(/within 400 ms/)
  expect(button(/^Up/).disabled).toBe(false)
})

test("what the exchange would refuse is refused at once, in its words", async () => {
  await show("4")
  await screen.findByRole("textbox", { name: /^Stake/ })
  expect(stake().getAttribute("aria-invalid")).toBe("true")
  expect(button(/^Up/).disabled).toBe(true)
  await userEvent.click(screen.getByRole("button", { name: "Max" }))
  expect(stake().value).toBe("1000")
  expect(button(/^Up/).disabled).toBe(false)
})

test("the day's loss against the limit leads to the sheet that sets it", async () => {
  server.on(
    optionLimit,
    answer(optionLimit, { ...noLimit, limit: "200", lost: "90", won: "50", contracts: 4 } as typeof noLimit),
  )
  server.on(
    setOptionLimit,
    answer(setOptionLimit, {
      ...noLimit,
      limit: "200",
      nextLimit: "500",
      nextFrom: 1_790_000_000_000,
    } as never),
  )
  renderInPage(
    <SecondTicketScope market={second}>
      <SecondTicketPanel />
    </SecondTicketScope>,
  )
  await userEvent.click(await screen.findByRole("button", { name: "Lost today 40.00 of 200" }))
  const sheet = await screen.findByRole("dialog")
  expect(sheet.textContent).toContain("\u221240.00")
  const field = within(sheet).getByRole("textbox")
  await userEvent.clear(field)
  await userEvent.type(field, "500")
  await userEvent.click(within(sheet).getByRole("button", { name: "Set limit" }))
  await waitFor(() => expect(server.requests(setOptionLimit)).toEqual([{ limit: "500" }]))
})

test("a tick draws nothing of the form anew", async () => {
  const commits = countCommits()
  renderInPage(
    <SecondTicketScope market={second}>
      <commits.Counted>
        <SecondTicketPanel />
      </commits.Counted>
    </SecondTicketScope>,
  )
  await screen.findByText(/no limit/)
  commits.taken()
  for (const seq of [1, 2, 3]) await tick(8_204_117 + seq, `6728${seq}.5`)
  expect(commits.taken()).toBe(0)
  await tellSeconds([running])
  expect(commits.taken()).toBeGreaterThan(0)
})

vi.setConfig({ testTimeout: 20_000 })

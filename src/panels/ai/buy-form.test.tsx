/** The form of a purchase: what it refuses before the exchange would, what it shows, and that one press buys once. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { type AiHolding, aiHoldingExample, aiProductExample } from "#core/wire/ai.ts"
import { aiHoldings, buyAi } from "#core/wire/ai-calls.ts"
import { setAiScene, tellHoldings } from "#tests/support/ai-scene.tsx"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { speak } from "#tests/support/words.ts"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { BuyForm } from "./buy-form.view.tsx"

setAiScene()

/** 0.02 % a day for 30 days, from 50 to 20,000 USDT; 1,000 are held. */
const product = aiProductExample
const bought = { ...aiHoldingExample, principal: "250", key: "x" } as AiHolding

const amount = () => screen.getByRole<HTMLInputElement>("textbox")
const submit = () => document.querySelector("button[type=submit]") as HTMLButtonElement
const echo = () => document.getElementById(amount().getAttribute("aria-describedby") ?? "")?.textContent
const outlook = () =>
  [...screen.getByLabelText("What comes of it").querySelectorAll("dd")].map((figure) => figure.textContent)

function show(of = product) {
  const onBought = vi.fn()
  renderInPage(<BuyForm product={of} onBought={onBought} />)
  return onBought
}

async function press(): Promise<void> {
  await userEvent.click(submit())
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: "Buy" }))
}

test("nothing typed says what there is, and can't be bought", () => {
  show()
  expect(echo()).toBe("Available 1,000\u00a0USDT in your spot account")
  expect(submit().disabled).toBe(true)
  expect(outlook().slice(0, 3)).toEqual(["–", "–", "–"])
})

test.each([
  ["49", "At least 50\u00a0USDT"],
  ["1000.01", "Exceeds the available 1,000\u00a0USDT"],
  ["1,000", "1,000 is ambiguous. Enter 1000 or 1.000."],
  ["abc", "Enter a valid amount."],
])("%s is refused at once, in words", async (typed, said) => {
  show()
  await userEvent.type(amount(), `${typed}{Enter}`)
  expect(echo()).toBe(said)
  expect(amount().getAttribute("aria-invalid")).toBe("true")
  expect(submit().disabled).toBe(true)
  expect(server.paths()).toEqual([])
})

test("who may hold no more, or finds too little left, is told how much may be bought", async () => {
  show({ ...product, own: "19900" })
  await userEvent.type(amount(), "101")
  expect(echo()).toBe("You may buy 100\u00a0USDT more of this product")
})

test("the reward is shown as the exchange counts it, with both dates", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 13, 0), toFake: ["Date"] })
  show()
  await userEvent.type(amount(), "333.33")
  expect(outlook()).toEqual([
    "0.066666\u00a0USDT",
    "1.99998\u00a0USDT",
    "335.32998\u00a0USDT",
    "24 Nov 2026, 00:00:00 UTC",
    "24 Dec 2026, 00:00:00 UTC",
  ])
  vi.useRealTimers()
})

test("is asked about once more, sends what is shown, once, and says that it was bought", async () => {
  const late = held()
  server.on(buyAi, late)
  const onBought = show()
  await userEvent.type(amount(), "250")
  await userEvent.click(submit())
  const question = await screen.findByRole("alertdialog")
  expect(question.textContent).toContain("Buy USDT 30 for 250\u00a0USDT?")
  expect(question.textContent).toContain("1.5\u00a0USDT")
  expect(server.paths()).toEqual([])
  await userEvent.dblClick(within(question).getByRole("button", { name: "Buy" }))
  await waitFor(() => expect(server.requests(buyAi)).toHaveLength(1))
  expect(amount().disabled).toBe(true)
  expect(server.requests(buyAi)[0]).toMatchObject({ product: "usdt-30", amount: "250" })
  await happens(() => late.give(answer(buyAi, bought)))
  await screen.findByText(/Bought for 250\sUSDT/)
  expect(amount().value).toBe("")
  expect(onBought).toHaveBeenCalledTimes(1)
})

test("who leaves the question has bought nothing", async () => {
  show()
  await userEvent.type(amount(), "250{Enter}")
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }))
  expect(server.paths()).toEqual([])
  expect(amount().value).toBe("250")
})

test("a refusal is told in the server's words, until something else is typed", async () => {
  server.on(buyAi, refusal("RESERVE_LIMIT", "The reserve can't cover this."))
  show()
  await userEvent.type(amount(), "250")
  await press()
  expect((await screen.findByRole("alert")).textContent).toBe("The reserve can't cover this.")
  expect(amount().value).toBe("250")
  await userEvent.type(amount(), "0")
  expect(screen.queryByRole("alert")).toBeNull()
})

test("a lost answer is asked for, never sent again, and found by its key", async () => {
  server.on(buyAi, lost)
  server.on(aiHoldings, async () => {
    const [sent] = server.requests(buyAi)
    return answer(aiHoldings, { rows: [{ ...bought, key: sent?.key ?? "" }], next: "" })()
  })
  show()
  await userEvent.type(amount(), "250")
  await press()
  await screen.findByText(/no reply yet/)
  expect(submit().disabled).toBe(true)
  await screen.findByText(/Bought for 250\sUSDT/)
  expect(server.requests(buyAi)).toHaveLength(1)
})

test("a purchase that never arrived is said not to have", async () => {
  server.on(buyAi, lost)
  server.on(aiHoldings, answer(aiHoldings, { rows: [], next: "" }))
  show()
  await userEvent.type(amount(), "250")
  await press()
  await screen.findByText(/did not receive this/, {}, { timeout: 8000 })
  expect(server.requests(buyAi)).toHaveLength(1)
  expect(submit().disabled).toBe(false)
})

test("what the socket tells of it counts as its answer", async () => {
  server.on(buyAi, lost)
  server.on(aiHoldings, refusal("ENGINE_BUSY"))
  show()
  await userEvent.type(amount(), "250")
  await press()
  await screen.findByText(/no reply yet/)
  const [sent] = server.requests(buyAi)
  await tellHoldings([{ ...bought, key: sent?.key ?? "" }], "750")
  await screen.findByText(/Bought for 250\sUSDT/, {}, { timeout: 8000 })
})

test("Max is what can be bought, in the page's own mark", async () => {
  await tellHoldings([], "1000.5")
  await speak("de")
  show()
  await userEvent.click(screen.getByRole("button", { name: "Max. kaufbarer Betrag" }))
  expect(amount().value).toBe("1000,5")
  expect(submit().disabled).toBe(false)
})

test("an empty account is led to the transfer", async () => {
  await tellHoldings([], "0")
  show()
  expect(screen.getByRole("link", { name: "Transfer" })).toBeTruthy()
})

test.each([
  ["sold out", { ...product, state: "sold-out" as const }, /sold out/],
  ["without an issue", { ...product, issue: null }, /not on sale yet/],
  ["closed", { ...product, state: "closed" as const }, /no longer sold/],
])("a product that is %s has no form, and says why", (_, of, said) => {
  show(of)
  expect(screen.queryByRole("textbox")).toBeNull()
  expect(screen.getByText(said)).toBeTruthy()
})

test("costs one commit a key, and none a second", async () => {
  const { Counted, taken } = countCommits()
  renderInPage(
    <Counted>
      <BuyForm product={product} onBought={() => undefined} />
    </Counted>,
  )
  amount().focus()
  taken()
  await userEvent.keyboard("2")
  expect(taken()).toBe(1)
  await happens(forgetPrivateAnswers)
})

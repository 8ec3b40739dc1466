/** The early end of a holding: what it costs is shown before, and one press ends it once. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { type AiHolding, aiHoldingExample } from "#core/wire/ai.ts"
import { aiHoldingDetail, withdrawAi } from "#core/wire/ai-calls.ts"
import { setAiScene } from "#tests/support/ai-scene.tsx"
import { answer, lost, refusal } from "#tests/support/false-server.ts"
import { renderInPage, server } from "#tests/support/page-scene.tsx"
import { EarlyEnd } from "./early-end.view.tsx"

setAiScene()

/** 1,000 USDT, 0.2 earned so far of 6; ending costs 5. */
const running = aiHoldingExample
const early = { principal: "1000", fee: "5", forfeited: "0.2", receive: "995" }
const ended = {
  ...running,
  status: "withdrawn",
  ended: 1_785_150_000_000,
  paid: "995",
  fee: "5",
  next: 0,
} as AiHolding

const end = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Redeem, receive/ })

async function press(): Promise<void> {
  await userEvent.click(end())
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: "Redeem early" }))
}

function show() {
  const onEnded = vi.fn()
  renderInPage(<EarlyEnd answer={{ holding: running, early } as never} onEnded={onEnded} />)
  return onEnded
}

test("says what is lost, what comes back, and what waiting brings", () => {
  show()
  const figure = (name: RegExp) => screen.getByText(name).parentElement?.querySelector("dd")?.textContent
  expect(figure(/^Fee, 0.5/)).toBe("\u22125\u00a0USDT")
  expect(figure(/^Reward so far, not paid/)).toBe("0.2\u00a0USDT")
  expect(figure(/^You receive$/)).toBe("995\u00a0USDT")
  expect(figure(/^You receive then/)).toBe("1,006\u00a0USDT")
})

test("is asked about once more, ends once, and says what was paid", async () => {
  server.on(withdrawAi, answer(withdrawAi, ended))
  const onEnded = show()
  await userEvent.click(end())
  const question = await screen.findByRole("alertdialog")
  expect(question.textContent).toContain("995\u00a0USDT now instead of 1,006\u00a0USDT")
  await userEvent.dblClick(within(question).getByRole("button", { name: "Redeem early" }))
  await screen.findByText(/995\sUSDT was paid/)
  expect(server.requests(withdrawAi)).toHaveLength(1)
  expect(server.requests(withdrawAi)[0]).toMatchObject({ id: 311 })
  expect(onEnded).toHaveBeenCalledTimes(1)
})

test("who keeps it has ended nothing", async () => {
  show()
  await userEvent.click(end())
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: "Keep it" }))
  expect(server.paths()).toEqual([])
})

test("a lost answer is asked for and found ended", async () => {
  server.on(withdrawAi, lost)
  server.on(aiHoldingDetail, answer(aiHoldingDetail, { holding: ended, early: null }))
  const onEnded = show()
  await press()
  await screen.findByText(/995\sUSDT was paid/)
  await waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1))
  expect(server.requests(withdrawAi)).toHaveLength(1)
})

test("one that matured meanwhile is refused in the server's words", async () => {
  server.on(withdrawAi, refusal("WRONG_STATE", "It has already ended."))
  show()
  await press()
  expect((await screen.findByRole("alert")).textContent).toBe("It has already ended.")
})

test("one that has ended offers nothing", () => {
  renderInPage(<EarlyEnd answer={{ holding: ended, early: null }} onEnded={() => undefined} />)
  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.getByText("This holding has ended.")).toBeTruthy()
})

/** The form of a transfer: what it understands of what is typed, what it shows before sending, and what came of it. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { transfer } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { Balance } from "#core/wire/trading.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { speak } from "#tests/support/words.ts"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { writeTickers } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { TransferPanel } from "./transfer-form.view.tsx"

const balances = [
  { wallet: "funding", currency: "USDT", available: "1000.5", held: "20" },
  { wallet: "contract", currency: "USDT", available: "7", held: "0" },
  { wallet: "funding", currency: "BTC", available: "0.25", held: "0" },
] as Balance[]
const done = answer(transfer, transfer.example.response as ResponseOf<typeof transfer>)
const said = (key: string, values: Record<string, unknown> = {}) =>
  i18next.t(`assets:transfer.${key}`, values)

const amount = () => screen.getByRole<HTMLInputElement>("textbox", { name: `${said("amount")} USDT` })
const echo = () => document.getElementById(amount().getAttribute("aria-describedby") ?? "")?.textContent
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name })
const submit = () => document.querySelector<HTMLButtonElement>('button[type="submit"]') as HTMLButtonElement
const outlook = () =>
  [...screen.getByLabelText(said("after")).querySelectorAll("dd")].map((figure) => figure.textContent)
const choice = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name: said(name) })

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue()
  session.token = "token"
  session.user = { user_id: "ada" } as typeof session.user
})
afterEach(async () => {
  await happens(forgetPrivateAnswers)
  server.reset()
  vi.restoreAllMocks()
  await speak("en")
})

const show = () => renderInPage(<TransferPanel balances={balances} />)

describe("what is typed", () => {
  test("nothing: it says what there is, and can't be sent", () => {
    show()
    expect(echo()).toBe(said("available", { amount: "1,000.5\u00a0USDT" }))
    expect(submit().disabled).toBe(true)
    expect(outlook()).toEqual(["1,000.5\u00a0USDT", "7\u00a0USDT", said("noFee"), "20\u00a0USDT"])
  })

  test.each([
    ["0", "wrong.zero"],
    ["abc", "wrong.wrong"],
    ["0.000000001", "wrong.decimals"],
  ])("%s is refused before it is sent, and says why", async (typed, word) => {
    show()
    await userEvent.type(amount(), typed)
    expect(echo()).toBe(said(word))
    expect(amount().getAttribute("aria-invalid")).toBe("true")
    expect(submit().disabled).toBe(true)
    await userEvent.type(amount(), "{Enter}")
    expect(server.paths()).toEqual([])
  })

  test("more than there is says how much there is", async () => {
    show()
    await userEvent.type(amount(), "1000.51")
    expect(echo()).toBe(said("beyond", { amount: "1,000.5\u00a0USDT" }))
    expect(submit().disabled).toBe(true)
  })

  test("what could be two numbers is asked about", async () => {
    show()
    await userEvent.type(amount(), "1,000")
    expect(echo()).toBe(said("ambiguous", { typed: "1,000", whole: "1000", decimal: "1.000" }))
    expect(submit().disabled).toBe(true)
  })

  test.each([
    ["en", "250.5", "250.5\u00a0USDT"],
    ["en", "250,5", "250.5\u00a0USDT"],
    ["de", "250,5", "250,5\u00a0USDT"],
    ["de", "250.5", "250,5\u00a0USDT"],
  ] as const)(
    "in %s %s means %s, and both accounts are shown as they will stand",
    async (language, typed, means) => {
      await speak(language)
      show()
      await userEvent.type(amount(), typed)
      expect(submit().textContent).toBe(said("send", { amount: means }))
      expect(outlook().slice(0, 2)).toEqual(
        language === "en" ? ["750\u00a0USDT", "257.5\u00a0USDT"] : ["750\u00a0USDT", "257,5\u00a0USDT"],
      )
    },
  )

  test("all is everything there is, in the page's own mark", async () => {
    await speak("de")
    show()
    await userEvent.click(button(said("allOf", { currency: "USDT" })))
    expect(amount().value).toBe("1000,5")
    expect(submit().disabled).toBe(false)
  })

  test("costs one commit a key, and no price tick costs any", async () => {
    const { Counted, taken } = countCommits()
    renderInPage(
      <Counted>
        <TransferPanel balances={balances} />
      </Counted>,
    )
    amount().focus()
    taken()
    await userEvent.keyboard("2")
    expect(taken()).toBe(1)
    await happens(() => writeTickers([{ id: "BTC_USDT", lastValue: "68123", moved: 1 } as never], 0))
    expect(taken()).toBe(0)
  })
})

describe("the accounts", () => {
  test("change sides by a press, and the amount stays", async () => {
    show()
    await userEvent.type(amount(), "5")
    await userEvent.click(button(said("swap")))
    expect([choice("from").value, choice("to").value, amount().value]).toEqual(["contract", "funding", "5"])
    await userEvent.selectOptions(choice("from"), "funding")
    expect([choice("from").value, choice("to").value]).toEqual(["funding", "contract"])
  })

  test("another currency empties the amount", async () => {
    show()
    await userEvent.type(amount(), "5")
    await userEvent.selectOptions(choice("currency"), "BTC")
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("")
  })
})

describe("sending", () => {
  test("sends what is shown, once, and is locked meanwhile", async () => {
    const late = held()
    server.on(transfer, late)
    show()
    await userEvent.type(amount(), "250,5{Enter}")
    await userEvent.dblClick(submit())
    expect([amount().disabled, choice("from").disabled]).toEqual([true, true])
    await waitFor(() => expect(server.paths()).toHaveLength(1))
    expect(server.requests(transfer)).toEqual([
      expect.objectContaining({ from: "funding", to: "contract", currency: "USDT", amount: "250.5" }),
    ])
    await act(async () => late.give(done))
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("250.5\u00a0USDT"))
    expect(amount().value).toBe("")
    expect(server.paths()).toHaveLength(1)
  })

  test("refused says why, keeps the amount, and forgets it with the next key", async () => {
    server.on(transfer, refusal("TRANSFERS_STOPPED", "Transfers are paused."))
    show()
    await userEvent.type(amount(), "5{Enter}")
    expect((await screen.findByRole("alert")).textContent).toBe("Transfers are paused.")
    expect(amount().value).toBe("5")
    await userEvent.type(amount(), "0")
    expect(screen.queryByRole("alert")).toBeNull()
  })

  test("without an answer says so, can be asked for by hand, and can't be sent anew", async () => {
    vi.useFakeTimers()
    server.on(transfer, lost, done)
    show()
    fireEvent.change(amount(), { target: { value: "5" } })
    fireEvent.click(submit())
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(submit().disabled).toBe(true)
    fireEvent.submit(screen.getByRole("form"))
    fireEvent.click(button(said("askNow")))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(server.paths()).toHaveLength(2)
    const [first, again] = server.requests(transfer)
    expect(again).toEqual(first)
    expect(screen.queryByRole("button", { name: said("askNow") })).toBeNull()
    expect(amount().value).toBe("")
  })
})

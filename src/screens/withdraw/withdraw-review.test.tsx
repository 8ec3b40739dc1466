/** The last step of a withdrawal: it is sent once, with what was read back, and a lost answer never sends another. */

import { fireEvent, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { ref } from "valtio"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { userExample } from "#core/wire/account.ts"
import { type AddressRow, addresses, type ChainFacts, chains } from "#core/wire/address-calls.ts"
import { withdrawalExample } from "#core/wire/custody.ts"
import { withdraw, withdrawals, withdrawCode } from "#core/wire/custody-calls.ts"
import { answer, lost, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { account } from "../../stores/account-store.ts"
import { WithdrawReview } from "./withdraw-review.view.tsx"

const [facts] = (chains.example.response as { rows: ChainFacts[] }).rows as [ChainFacts]
const [to] = (addresses.example.response as { rows: AddressRow[] }).rows as [AddressRow]
const order = { facts, to, amount: "250", total: "251" }
const onMade = vi.fn()
const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`withdrawals:${key}`, values)
const field = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const send = () => userEvent.click(screen.getByRole("button", { name: /^Withdraw 250/ }))

const show = () =>
  renderInPage(
    <WithdrawReview
      user={userExample}
      order={order}
      hasTotp={false}
      onEdit={() => undefined}
      onMade={onMade}
    />,
  )
const prove = () => {
  type("tradePassword", "seven grey herons")
  type("code", "204881")
}

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, "warn").mockReturnValue()
})
afterEach(async () => {
  await happens(() => {
    account.withdrawals = ref([])
  })
  server.reset()
  onMade.mockReset()
  vi.restoreAllMocks()
})

test("the address is read back with its last characters, and the code is asked for these details", async () => {
  server.on(withdrawCode, answer(withdrawCode, { resend: Date.now() + 60_000, expires: Date.now() + 1 }))
  show()
  expect(screen.getByText(said("review.text", { end: to.address.slice(-6) }))).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: i18next.t("account:code.send") }))
  const details = { currency: "USDT", chain: "tron", address: to.id, amount: "250" }
  await waitFor(() => expect(server.requests(withdrawCode)).toEqual([details]))
})

test("nothing is sent without the trade password and a code", async () => {
  show()
  await send()
  expect(field("tradePassword").getAttribute("aria-invalid")).toBe("true")
  type("tradePassword", "seven grey herons")
  await send()
  expect(field("code").getAttribute("aria-invalid")).toBe("true")
  expect(server.paths()).toEqual([])
})

test("a refusal stands at its field, and the next try has a key of its own", async () => {
  server.on(withdraw, refusal("TRADE_PASSWORD", "Wrong."), answer(withdraw, withdrawalExample))
  show()
  prove()
  await send()
  await waitFor(() => expect(field("tradePassword").getAttribute("aria-invalid")).toBe("true"))
  await send()
  await waitFor(() => expect(onMade).toHaveBeenCalledExactlyOnceWith(withdrawalExample))
  const [first, second] = server.requests(withdraw)
  expect(first?.key).not.toBe(second?.key)
})

test("without an answer nothing is sent again; its key says what became of it", async () => {
  server.on(withdraw, lost)
  show()
  prove()
  await send()
  const check = await screen.findByRole("button", { name: said("review.check") })
  expect(screen.queryByRole("button", { name: /^Withdraw 250/ })).toBeNull()
  server.on(withdrawals, answer(withdrawals, { rows: [], next: "" }))
  await userEvent.click(check)
  await waitFor(() => expect(server.requests(withdrawals)).toHaveLength(1))
  expect(onMade).not.toHaveBeenCalled()
  const key = server.requests(withdraw)[0]?.key as string
  server.on(withdrawals, answer(withdrawals, { rows: [{ ...withdrawalExample, key }], next: "" }))
  await userEvent.click(screen.getByRole("button", { name: said("review.check") }))
  await waitFor(() => expect(onMade).toHaveBeenCalledWith({ ...withdrawalExample, key }))
  expect(server.requests(withdraw)).toHaveLength(1)
})

test("the socket may tell of it first", async () => {
  server.on(withdraw, lost)
  show()
  prove()
  await send()
  await screen.findByRole("button", { name: said("review.check") })
  const key = server.requests(withdraw)[0]?.key as string
  await happens(() => {
    account.withdrawals = ref([{ ...withdrawalExample, key }])
  })
  await waitFor(() => expect(onMade).toHaveBeenCalledOnce())
})

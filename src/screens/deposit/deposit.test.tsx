/** A deposit: no address before the warning, and each confirmation as it comes. */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { ref } from "valtio"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type ChainFacts, chains, depositAddress } from "#core/wire/address-calls.ts"
import { type Deposit, depositExample } from "#core/wire/custody.ts"
import { chainFaucet } from "#core/wire/custody-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { answer, lost } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { account } from "../../stores/account-store.ts"
import { offerDeposit } from "../../stores/deposit-offer.ts"
import { overlay } from "../../stores/overlay-store.ts"
import { DepositView } from "./deposit.view.tsx"
import { OfferedDeposit } from "./offered-deposit.view.tsx"

const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`deposits:${key}`, values)
const facts = chains.example.response as unknown as ResponseOf<typeof chains>
const own = depositAddress.example.response as ResponseOf<typeof depositAddress>

const show = (change: Partial<ChainFacts> = {}) =>
  renderInPage(
    <DepositView
      asked={{
        data: { ...facts, rows: facts.rows.map((row) => ({ ...row, ...change })) },
        failure: undefined,
        isRetrying: false,
        retry: () => undefined,
      }}
      wish="USDT-tron"
    />,
  )

beforeEach(() => {
  sessionStorage.clear()
  server.on(depositAddress, answer(depositAddress, own))
})
afterEach(async () => {
  await happens(forgetPrivateAnswers)
  await happens(() => {
    account.deposits = ref([])
    account.endedDeposits = ref([])
  })
  server.reset()
})

test("the address is asked for only after the warning was read, and then shown in full", async () => {
  show()
  expect(screen.getByText(said("warning", { currency: "USDT", network: "TRON (TRC-20)" }))).toBeTruthy()
  expect(server.paths()).toEqual([])
  await userEvent.click(screen.getByRole("button", { name: said("show") }))
  await waitFor(() => expect(document.querySelector("[data-figure=address]")?.textContent).toBe(own.address))
  expect(screen.getByRole("img", { name: said("qr") })).toBeTruthy()
  expect(server.requests(depositAddress)).toEqual([{ currency: "USDT", chain: "tron" }])
})

test("where deposits rest no address is shown, and no coins are sent", () => {
  show({ depositsOpen: false })
  expect(screen.getByText(said("closed", { currency: "USDT", network: "TRON (TRC-20)" }))).toBeTruthy()
  expect(screen.queryByRole("button", { name: said("show") })).toBeNull()
  expect(screen.queryByRole("button", { name: said("faucetTake") })).toBeNull()
})

test("over a chain that no faucet reaches none is offered", () => {
  show({ hasFaucet: false })
  expect(screen.getByRole("button", { name: said("show") })).toBeTruthy()
  expect(screen.queryByRole("button", { name: said("faucetTake") })).toBeNull()
})

test("what is on its way is told with each confirmation, first of those for the credit, then of those for the end", async () => {
  show()
  expect(screen.getByText(said("none"))).toBeTruthy()
  const tell = (change: Partial<Deposit>) =>
    happens(() => {
      account.deposits = ref([{ ...depositExample, ...change }])
    })
  await tell({ confirmations: 1 })
  expect(screen.getByText(said("progress", { now: 1, of: 2 }))).toBeTruthy()
  await tell({ status: "credited", confirmations: 3, sequence: depositExample.sequence + 1 })
  expect(screen.getByText(said("progress", { now: 3, of: 6 }))).toBeTruthy()
  await happens(() => {
    account.deposits = ref([])
    account.endedDeposits = ref([
      { ...depositExample, status: "final", confirmations: 6, sequence: depositExample.sequence + 2 },
    ])
  })
  expect(screen.getByText(said("status.final"))).toBeTruthy()
  expect(screen.queryByText(said("progress", { now: 3, of: 6 }))).toBeNull()
})

test("a faucet whose answer was lost is asked again with the same key", async () => {
  server.on(chainFaucet, lost, answer(chainFaucet, chainFaucet.example.response as never))
  show()
  const take = () => userEvent.click(screen.getByRole("button", { name: said("faucetTake") }))
  await take()
  await take()
  await waitFor(() => expect(server.requests(chainFaucet)).toHaveLength(2))
  const [first, second] = server.requests(chainFaucet)
  expect(first?.key).toBe(second?.key)
})

test("offered over a trade screen it is a sheet of the currency that is missing there", async () => {
  const rows = facts.rows.flatMap((row) => [row, { ...row, currency: "BTC", chain: "bitcoin" }])
  server.on(chains, answer(chains, { ...facts, rows: rows as ChainFacts[] }))
  offerDeposit("BTC")
  expect(overlay.open).toBe("deposit")
  renderInPage(<OfferedDeposit isOpen onClose={() => undefined} />)
  expect(await screen.findByRole("dialog", { name: i18next.t("app:screen.deposit") })).toBeTruthy()
  expect(await screen.findByText(said("warning", { currency: "BTC", network: "Bitcoin" }))).toBeTruthy()
})

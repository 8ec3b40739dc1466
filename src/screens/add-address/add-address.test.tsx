/** The form of a new address: what it says while one types, and that only what was read is sent. */

import { fireEvent, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, expect, test } from "vitest"
import { userExample } from "#core/wire/account.ts"
import { addAddress, addressCode, chains } from "#core/wire/address-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { answer, refusal } from "#tests/support/false-server.ts"
import { renderInPage, server } from "#tests/support/page-scene.tsx"
import { AddAddressView } from "./add-address.view.tsx"

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const ETHEREUM = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"

const example = chains.example.response as ResponseOf<typeof chains>
const [usdt] = example.rows
const facts = {
  ...example,
  rows: [usdt, { ...usdt, chain: "ethereum" }],
} as ResponseOf<typeof chains>
const saved = answer(addAddress, addAddress.example.response as ResponseOf<typeof addAddress>)
const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`addresses:form.${key}`, values)

const field = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const below = (name: string) =>
  document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent
const save = () => userEvent.click(screen.getByRole("button", { name: said("save") }))

const show = (wish?: string) => renderInPage(<AddAddressView user={userExample} answer={facts} wish={wish} />)

afterEach(() => server.reset())

test("a right address is said to be right, in full", () => {
  show("USDT-tron")
  type("address", ` ${TRON} `)
  expect(below("address")).toBe(`${said("valid", { network: "TRON (TRC-20)" })}: ${TRON}`)
  expect(field("address").hasAttribute("aria-invalid")).toBe(false)
})

test.each([
  [`${TRON.slice(0, -1)}a`, "ADDRESS_CHECKSUM"],
  [ETHEREUM, "ADDRESS_CHAIN"],
  [`${TRON.slice(0, -1)}т`, "ADDRESS_FORM"],
])("%s is %s as soon as it is long enough", async (typed, problem) => {
  show("USDT-tron")
  type("address", typed.slice(0, 20))
  expect(field("address").hasAttribute("aria-invalid")).toBe(false)
  type("address", typed)
  expect(below("address")).toBe(i18next.t(`problem:${problem}`))
  await save()
  expect(server.paths()).toEqual([])
})

test("the other network judges the same text anew", async () => {
  show("USDT-tron")
  type("address", ETHEREUM)
  expect(field("address").getAttribute("aria-invalid")).toBe("true")
  await userEvent.click(screen.getByRole("radio", { name: "Ethereum (ERC-20)" }))
  expect(field("address").hasAttribute("aria-invalid")).toBe(false)
})

test("without a code nothing is sent; with one, what was read: with its checksum, its blanks gone", async () => {
  server.on(addAddress, saved)
  show("USDT-ethereum")
  type("address", ETHEREUM.toLowerCase())
  type("remark", " <b>Vault</b> ")
  await save()
  expect(below("code")).toBe(i18next.t("account:form.missingCode"))
  expect(server.paths()).toEqual([])
  type("code", "204 881")
  await save()
  await waitFor(() => expect(server.requests(addAddress)).toHaveLength(1))
  expect(server.requests(addAddress)[0]).toEqual({
    currency: "USDT",
    chain: "ethereum",
    address: ETHEREUM,
    remark: "<b>Vault</b>",
    code: "204881",
    totp: "",
  })
})

test("a code is asked for the address that was read, and for none as long as it is wrong", async () => {
  const sent = { resend: Date.now() + 60_000, expires: Date.now() + 600_000 }
  server.on(addressCode, answer(addressCode, sent))
  show("USDT-ethereum")
  const send = () => userEvent.click(screen.getByRole("button", { name: i18next.t("account:code.send") }))
  await send()
  expect(below("address")).toBe(said("missing"))
  type("address", TRON)
  await send()
  expect(below("address")).toBe(i18next.t("problem:ADDRESS_CHAIN"))
  expect(server.paths()).toEqual([])
  type("address", ETHEREUM.toLowerCase())
  await send()
  await waitFor(() =>
    expect(server.requests(addressCode)).toEqual([
      { currency: "USDT", chain: "ethereum", address: ETHEREUM },
    ]),
  )
})

test("what the server refuses of the address stands at it", async () => {
  server.on(addAddress, refusal("ADDRESS_KNOWN", "Known."))
  show("USDT-tron")
  type("address", TRON)
  type("code", "204881")
  await save()
  await waitFor(() => expect(below("address")).toBe("Known."))
})

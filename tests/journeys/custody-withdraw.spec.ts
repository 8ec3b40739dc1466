/** Coins go out: read back and proven, cancelled in time or followed to the end, and all of it in the record. */

import type { Page } from "@playwright/test"
import { runOperator } from "#server/operator/run-operator.ts"
import { availableAt, signUpFunded } from "../support/funded.ts"
import { DESK, expect, PHONE, test } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import type { SakerProcess } from "../support/saker-process.ts"
import { QUICK_CUSTODY } from "../support/setups.ts"
import {
  bringToken,
  codesSent,
  getFrom,
  mailsOf,
  newCode,
  postTo,
  type SignedUp,
} from "../support/signed-up.ts"

test.use({ viewport: PHONE, setup: QUICK_CUSTODY })

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const TRADE_PASSWORD = "seven grey herons 4"

const field = (page: Page, name: string) => page.locator(`main input[name=${name}]`)
const amount = (page: Page) => page.locator("main input[inputmode=decimal]")
const submit = (page: Page) => page.locator("main form button[type=submit]")

/** A code that the call `path` sends, by another way than the page. */
async function codeFor(base: string, person: SignedUp, path: string, body: object): Promise<string> {
  const known = await codesSent(base, person.account)
  const asked = async () => (await postTo(base, path, body, person.token)).code
  await expect.poll(asked).toBe(200)
  return await newCode(base, person.account, known)
}

/** Somebody with practice money, a trade password and an address on TRON. */
async function signUpReady(base: string): Promise<SignedUp> {
  const person = await signUpFunded(base)
  const proof = {
    login: person.password,
    code: await codeFor(base, person, "/security/sendCode", { purpose: "payPwd" }),
  }
  const passwords = { password: TRADE_PASSWORD, confirm: TRADE_PASSWORD }
  expect(await postTo(base, "/security/payPwd", { ...proof, ...passwords }, person.token)).toMatchObject({
    code: 200,
  })
  const entry = { currency: "USDT", chain: "tron", address: TRON }
  const code = await codeFor(base, person, "/assets/addressCode", entry)
  const added = { ...entry, remark: "Cold wallet", code }
  expect(await postTo(base, "/assets/addAddress", added, person.token)).toMatchObject({ code: 200 })
  return person
}

/** Fills the details, and goes on to what is read back. */
async function fillIn(page: Page, text: string): Promise<void> {
  await expect(page.getByText(TRON)).toBeVisible()
  await amount(page).fill(text)
  await submit(page).click()
  await expect(field(page, "tradePassword")).toBeVisible()
}

async function prove(page: Page, base: string, { account }: SignedUp): Promise<void> {
  await field(page, "tradePassword").fill(TRADE_PASSWORD)
  const known = await codesSent(base, account)
  await page
    .locator("main form button[type=button]")
    .filter({ hasText: /code|Code|kod/ })
    .click()
  await field(page, "code").fill(await newCode(base, account, known))
}

async function approve(saker: SakerProcess, id: number): Promise<void> {
  let key: string | undefined
  const operate = async (...args: string[]) => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const environment = { SAKER_DATA: saker.data, SAKER_OPERATOR_KEY: key }
    expect(await runOperator(args, { environment, say, complain: say }), said.join("\n")).toBe(0)
    return said
  }
  key = (await operate("key-add", "olga"))[1]
  await operate("withdraw-approve", String(id))
}

test("on a phone a withdrawal is read back, proven, and cancelled while it waits @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpReady(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/withdraw?id=USDT-tron")
  await amount(page).fill("4")
  await expect(page.getByText("Minimum 5 USDT")).toBeVisible()
  await page.getByRole("button", { name: "Max. withdrawable USDT" }).click()
  await expect(amount(page)).toHaveValue("9999")
  await expect(page.locator("[data-figure=left]")).toHaveText("1,000 of 1,000 USDT")
  await fillIn(page, "250")
  await expect(page.getByText("Lj6t", { exact: false }).first()).toBeVisible()
  await prove(page, saker.url, person)
  const [mail] = await mailsOf(saker.url, person.account)
  expect(mail?.text).toContain(TRON)
  await submit(page).click()
  await expect(page.getByText("You can cancel it now and during the review.")).toBeVisible()
  expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("9749")
  await page.getByRole("button", { name: "Cancel withdrawal" }).click()
  await expect(page.getByText("You cancelled it. Amount and fee are available again.")).toBeVisible()
  expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("10000")
})

test("on a desk it goes through the operator's review to the chain, and its transaction is in the record", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const person = await signUpReady(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/withdraw?id=USDT-tron")
  await fillIn(page, "100.5")
  await prove(page, saker.url, person)
  await submit(page).click()
  await expect(page.getByText("It is being reviewed.")).toBeVisible()
  const { data } = await getFrom<{ rows: { id: number }[] }>(saker.url, "/assets/withdrawals", person.token)
  await approve(saker, data.rows[0]?.id ?? 0)
  await expect(page.getByText("The transaction is confirmed by the network.")).toBeVisible()
  expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("9898.5")
  await page.getByRole("link", { name: "Withdrawal history" }).last().click()
  const row = page.getByRole("row", { name: /Cold wallet/ })
  await expect(row).toContainText("Completed")
  await row.getByRole("button", { name: "Details" }).click()
  await expect(page.getByRole("dialog").getByRole("button", { name: "Copy transaction ID" })).toBeVisible()
})

test("who has no address or no trade password yet is told where to get them @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/withdraw?id=BTC")
  const main = page.getByRole("main")
  await expect(main.getByText("Withdrawals require a trade password")).toBeVisible()
  await expect(main.getByRole("link", { name: "Set trade password" })).toBeVisible()
  await expect(main.getByText("No saved BTC address on Bitcoin yet.")).toBeVisible()
  await amount(page).fill("0.01")
  await expect(submit(page)).toBeDisabled()
  await main.getByRole("link", { name: "Add address" }).click()
  await expect(page.getByText("The recipient must accept BTC on Bitcoin.")).toBeVisible()
})

async function eachScreen(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const person = await signUpReady(url)
  await bringToken(page, person.token)
  await page.goto(`${url}/#/pages/assets/withdraw?id=USDT-tron`)
  await expect(page.getByText(TRON)).toBeVisible()
  await look("details")
  await fillIn(page, "12")
  await look("read back")
  await prove(page, url, person)
  await submit(page).click()
  await expect(page.getByText("Cold wallet")).toBeVisible()
  await look("waiting")
  await page.goto(`${url}/#/pages/assets/withdrawList`)
  const row = page.locator("main table button, [data-withdrawal]").first()
  await expect(row).toBeVisible()
  await look("the record")
  await row.click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await look("one withdrawal")
}

testLooksOf("withdrawals", eachScreen)

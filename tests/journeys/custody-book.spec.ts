/** A user keeps the addresses that withdrawals may go to: checked as they are typed, saved with a code, removed for good. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, verifyUnless } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { bringToken, codesSent, getFrom, newCode, type SignedUp, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const ETHEREUM = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"

const field = (page: Page, name: string) => page.locator(`main input[name=${name}]`)
const book = (page: Page) => page.locator("[data-address]")

async function proveByCode(page: Page, base: string, { account }: SignedUp): Promise<void> {
  const known = await codesSent(base, account)
  await page.getByRole("button", { name: "Send code" }).click()
  await field(page, "code").fill(await newCode(base, account, known))
}

for (const [name, viewport] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const)
  test(`on a ${name} an address is checked, saved, has to wait, and is removed${verifyUnless(viewport === PHONE)}`, async ({
    page,
    open,
    saker,
  }) => {
    await page.setViewportSize(viewport)
    const person = await signUp(saker.url)
    await bringToken(page, person.token)
    await open("/pages/assets/address")
    await expect(page.getByText("No saved addresses yet.")).toBeVisible()
    await page.getByRole("main").getByRole("link", { name: "Add address" }).click()

    await page.getByText("TRON (TRC-20)", { exact: true }).click()
    await expect(page.getByText("The recipient must accept USDT on TRON (TRC-20).")).toBeVisible()
    await field(page, "address").fill(ETHEREUM)
    await expect(page.getByText("This is an address of another network.")).toBeVisible()
    await field(page, "address").fill(`${TRON.slice(0, -1)}a`)
    await expect(field(page, "address")).toHaveAttribute("aria-invalid", "true")
    await field(page, "address").fill(TRON)
    await expect(page.getByText("Valid TRON (TRC-20) address")).toBeVisible()
    await field(page, "remark").fill("<b>Hardware</b> wallet")
    await page.getByRole("button", { name: "Save address" }).click()
    await expect(field(page, "code")).toHaveAttribute("aria-invalid", "true")
    await proveByCode(page, saker.url, person)
    await page.getByRole("button", { name: "Save address" }).click()

    await expect(page).toHaveURL(/#\/pages\/assets\/address$/)
    await expect(book(page)).toHaveCount(1)
    await expect(book(page)).toContainText("<b>Hardware</b> wallet")
    await expect(book(page)).toContainText(TRON)
    await expect(book(page)).toContainText(/Usable in \d\d:\d\d/)

    await page.getByRole("button", { name: "Remove <b>Hardware</b> wallet" }).click()
    await page.getByRole("button", { name: "Keep" }).click()
    await expect(book(page)).toHaveCount(1)
    await page.getByRole("button", { name: "Remove <b>Hardware</b> wallet" }).click()
    await page.getByRole("button", { name: "Remove", exact: true }).click()
    await expect(page.getByText("No saved addresses yet.")).toBeVisible()
    const { data } = await getFrom<{ rows: unknown[] }>(saker.url, "/assets/addresses", person.token)
    expect(data.rows).toEqual([])
  })

test("the side panel leads to the book; one that is there already is refused at its field @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/addressAdd?id=USDT-ethereum")
  await field(page, "address").fill(ETHEREUM.toLowerCase())
  await expect(page.getByText(ETHEREUM, { exact: false })).toBeVisible()
  await proveByCode(page, saker.url, person)
  await page.getByRole("button", { name: "Save address" }).click()
  await expect(book(page)).toContainText(ETHEREUM)

  await open("/")
  await page.getByRole("button", { name: "Menu" }).click()
  await page.getByRole("link", { name: "Address book" }).click()
  await page.getByRole("main").getByRole("link", { name: "Add address" }).click()
  await field(page, "address").fill(ETHEREUM)
  // That it is known is said before any code is looked at.
  await field(page, "code").fill("000000")
  await page.getByRole("button", { name: "Save address" }).click()
  await expect(field(page, "address")).toHaveAttribute("aria-invalid", "true")
})

async function eachScreen(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const person = await signUp(url)
  await bringToken(page, person.token)
  await page.goto(`${url}/#/pages/assets/addressAdd?id=USDT-tron`)
  await expect(field(page, "address")).toBeVisible()
  await look("add, nothing typed")
  await field(page, "address").fill(ETHEREUM)
  await look("add, of another network")
  await field(page, "address").fill(TRON)
  const known = await codesSent(url, person.account)
  await page.locator("main form button[type=button]").last().click()
  await field(page, "code").fill(await newCode(url, person.account, known))
  await look("add, all typed")
  await page.locator("main form button[type=submit]").click()
  await expect(book(page)).toBeVisible()
  await look("book")
}

testLooksOf("the address book", eachScreen, "label, button, a:not([title]), h2, p, dd, dt, span")

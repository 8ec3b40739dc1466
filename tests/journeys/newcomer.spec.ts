/** Somebody new goes once round: coins from the faucet, a trade, a withdrawal; the statement adds up to what is left. */

import type { Page } from "@playwright/test"
import { formatAmount } from "#core/money/steps.ts"
import { DESK, expect, test } from "../support/journey.ts"
import { smallWith } from "../support/setups.ts"
import { bringToken, codesSent, getFrom, newCode, type SignedUp, signUp } from "../support/signed-up.ts"

test.use({
  viewport: DESK,
  setup: smallWith({ SAKER_SANDBOX_BLOCK_MS: "400", SAKER_ADDRESS_WAIT_SECONDS: "0" }),
})

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const TRADE_PASSWORD = "seven grey herons 4"
const field = (page: Page, name: string) => page.locator(`main input[name=${name}]`)
const submit = (page: Page) => page.locator("main form button[type=submit]")

async function enterCode(page: Page, base: string, { account }: SignedUp): Promise<void> {
  const known = await codesSent(base, account)
  await page.getByRole("button", { name: "Send code" }).click()
  await field(page, "code").fill(await newCode(base, account, known))
}

async function takeFromFaucet(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Deposit", exact: true }).click()
  await page.getByText("TRON (TRC-20)", { exact: true }).click()
  await page.getByRole("button", { name: "Understood, show the address" }).click()
  await page.getByRole("button", { name: "Send test coins" }).click()
  await expect(page.locator("[data-deposit]")).toContainText("Completed")
}

async function buyBitcoin(page: Page): Promise<void> {
  const ticket = page.getByRole("region", { name: "Order ticket" })
  await ticket.getByRole("tab", { name: "Market" }).click()
  await ticket.getByRole("textbox", { name: "Amount", exact: true }).fill("200")
  await ticket.getByRole("button", { name: /^Buy BTC|^Buy \d/ }).click()
  await page.getByRole("alertdialog").getByRole("button").last().click()
  await expect(page.getByRole("status").getByText(/Bought/)).toBeVisible()
}

/** From the withdrawal to what is missing for it, and back. */
async function withdraw(page: Page, base: string, person: SignedUp): Promise<void> {
  await page.getByRole("link", { name: "Set trade password" }).click()
  await field(page, "login").fill(person.password)
  for (const name of ["password", "confirm"]) await field(page, name).fill(TRADE_PASSWORD)
  await enterCode(page, base, person)
  await submit(page).click()
  await page.getByRole("main").getByRole("link", { name: "Add address" }).click()
  await field(page, "address").fill(TRON)
  await enterCode(page, base, person)
  await page.getByRole("button", { name: "Save address" }).click()
  // Back where it was missing.
  await expect(page).toHaveURL(/#\/pages\/assets\/withdraw\?/)
  await expect(page.getByText(TRON)).toBeVisible()
  await page.locator("main input[inputmode=decimal]").fill("100")
  await submit(page).click()
  await field(page, "tradePassword").fill(TRADE_PASSWORD)
  await enterCode(page, base, person)
  await submit(page).click()
  await expect(page.getByText("The transaction is confirmed by the network.")).toBeVisible()
}

/** 1e-8, of a figure as the page writes it. */
function unitsOf(shown: string): bigint {
  const [, sign, whole = "", part = ""] = /([−+]?)([\d,]+)\.?(\d*)/.exec(shown) ?? []
  const units = BigInt(whole.replaceAll(",", "") + part.padEnd(8, "0"))
  return sign === "−" ? -units : units
}

test("from the faucet over a trade to a withdrawal, and the statement adds up to the balance @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await takeFromFaucet(page)
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await buyBitcoin(page)
  await open("/pages/assets/withdraw?id=USDT-tron")
  await withdraw(page, saker.url, person)

  await open("/pages/assets/record?id=USDT")
  const rows = page.getByRole("main").getByRole("row").filter({ hasText: "USDT" })
  // Deposit, trade, withdrawal, and its fee.
  await expect(rows).toHaveCount(4)
  const figures = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].slice(-2).map((cell) => cell.textContent ?? "")),
  )
  const sum = figures.reduce((total, [amount = ""]) => total + unitsOf(amount), 0n)
  expect(unitsOf(figures[0]?.[1] ?? "")).toBe(sum)
  type Balances = { balances: { wallet: string; currency: string; available: string }[] }
  const { data } = await getFrom<Balances>(saker.url, "/assets/index", person.token)
  const own = data.balances.find(({ wallet, currency }) => wallet === "funding" && currency === "USDT")
  expect(own?.available).toBe(formatAmount(sum as Parameters<typeof formatAmount>[0]))
})

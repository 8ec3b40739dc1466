/** Where the operator wants an invite: does a registration say so where it can be mended? */

import { expect, test } from "../support/journey.ts"
import { freshAccount } from "../support/page-person.ts"
import { newCode } from "../support/signed-up.ts"

test.use({ setup: { env: { SAKER_MARKETS: "6", SAKER_INVITE_REQUIRED: "1" } } })

test("a registration without an invite is refused at its field", async ({ page, open, saker }) => {
  const { account, password } = freshAccount()
  await open("/register")
  await page.getByRole("textbox", { name: "E-mail" }).fill(account)
  await page.getByRole("button", { name: "Send code and go on" }).click()
  await page.getByLabel("Verification code").fill(await newCode(saker.url, account))
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Password again").fill(password)
  await page.getByRole("button", { name: "Create the account" }).click()
  await expect(page.getByText("Registration needs an invite code.")).toBeVisible()
  await expect(page.getByLabel(/Invite code/)).toHaveAttribute("aria-invalid", "true")
})

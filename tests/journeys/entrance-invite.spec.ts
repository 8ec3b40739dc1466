/** Where the operator wants an invite: does a registration say so where it can be mended? */

import { expect, test } from "../support/journey.ts"
import { freshAccount } from "../support/page-person.ts"
import { smallWith } from "../support/setups.ts"
import { newCode } from "../support/signed-up.ts"

test.use({ setup: smallWith({ SAKER_INVITE_REQUIRED: "1" }) })

test("a registration without an invite is refused at its field @verify", async ({ page, open, saker }) => {
  const { account, password } = freshAccount()
  await open("/register")
  await page.getByRole("textbox", { name: "Email" }).fill(account)
  await page.getByRole("button", { name: "Send code and continue" }).click()
  await page.getByLabel("Verification code").fill(await newCode(saker.url, account))
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm password").fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("An invite code is required to register.")).toBeVisible()
  await expect(page.getByLabel(/Invite code/)).toHaveAttribute("aria-invalid", "true")
})

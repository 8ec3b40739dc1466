/** How do the entrance, Mine and the panel look and read? To axe, in long languages, to a password manager. */

import type { Page } from "@playwright/test"
import { expect, test } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { freshAccount } from "../support/page-person.ts"
import { newCode, signUp } from "../support/signed-up.ts"

test("password managers find account, password and code where they look @verify", async ({
  page,
  open,
  saker,
}) => {
  const { account } = freshAccount()
  await open("/login")
  await expect(page.locator("form input[autocomplete=username]")).toHaveCount(1)
  await expect(page.locator("form input[autocomplete=current-password][type=password]")).toHaveCount(1)
  await open("/register")
  await expect(page.getByRole("heading", { name: "Create account", level: 2 })).toBeVisible()
  await page.getByRole("textbox", { name: "Email" }).fill(account)
  await page.getByRole("button", { name: "Send code and continue" }).click()
  await newCode(saker.url, account)
  await expect(page.locator("form input[autocomplete=username]")).toHaveValue(account)
  await expect(page.locator("form input[autocomplete=new-password]")).toHaveCount(2)
  await expect(page.locator("form input[autocomplete=one-time-code]")).toHaveCount(1)
})

/** Opens every screen of the entrance, and the ones of a user, in turn. */
async function eachScreen(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const settled = () => expect(page.getByRole("main").locator("button").first()).toBeVisible()
  for (const path of ["/login?to=/pages/user/safe", "/register", "/forgot"]) {
    await page.goto(`${url}/#${path}`)
    await settled()
    await look(path)
  }
  const { token } = await signUp(url)
  await page.evaluate((text) => localStorage.setItem("token", text), token)
  await page.reload()
  await page.goto(`${url}/#/pages/user/index`)
  await expect(page.getByRole("heading", { level: 2 })).toBeVisible()
  await look("/pages/user/index")
  await page.goto(`${url}/#/`)
  await page.getByRole("button", { name: /^Men[uü]$/ }).click()
  await expect(page.getByRole("dialog").locator("nav")).toBeVisible()
  await look("side panel")
}

testLooksOf("the entrance and Mine", eachScreen, "label, button, a:not([title]), h2, p")

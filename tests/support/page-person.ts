/** Signs a journey up on the page, with a new name, through the form on screen. */

import type { Page } from "@playwright/test"

interface Account {
  account: string
  password: string
}

let people = 0

/** Nobody on this server has it yet. */
export function freshAccount(): Account {
  people += 1
  return { account: `m.keller${people}.${process.pid}@example.org`, password: `quiet harbour ${people}7` }
}

/** Types account and password into the login on screen, and sends. */
export async function logInOnPage(page: Page, { account, password }: Account): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(account)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click()
}

/** A user makes a key for a program, the program signs calls with it, and the user takes it back. */

import type { Page } from "@playwright/test"
import { signedText } from "#core/wire/index.ts"
import { hmacSigning } from "../support/api-key-signing.ts"
import { DESK, expect, PHONE, test, verifyUnless } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { bringToken, codesSent, newCode, signUp } from "../support/signed-up.ts"

const field = (page: Page, name: string) => page.locator(`main input[name=${name}]`)

/** A call of the program's, which knows the key and its secret alone. */
async function askSigned(base: string, key: string, secret: string, path: string): Promise<number> {
  const said = { time: Date.now(), window: 30_000, nonce: crypto.randomUUID(), method: "GET", path, body: "" }
  const headers = {
    ...{ "saker-key": key, "saker-time": String(said.time), "saker-window": String(said.window) },
    ...{ "saker-nonce": said.nonce, "saker-sign": hmacSigning(key, secret).sign(signedText(said)) },
  }
  const answer = (await (await fetch(`${base}${path}`, { headers })).json()) as { code: number }
  return answer.code
}

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const)
  test(`a key made on ${name} opens what it may, until it is revoked${verifyUnless(viewport === PHONE)}`, async ({
    page,
    open,
    saker,
  }) => {
    await page.setViewportSize(viewport)
    const person = await signUp(saker.url)
    await bringToken(page, person.token)
    await open("/pages/user/safe")
    await page
      .getByRole("main")
      .getByRole("link", { name: /API keys/ })
      .click()
    await expect(page.getByText("You don't have any API keys.")).toBeVisible()
    await page.getByRole("button", { name: "Create API key" }).click()

    const create = page.getByRole("button", { name: "Create API key" })
    await create.click()
    await expect(page.getByText("Enter a name.")).toBeVisible()
    await field(page, "key-name").fill("market maker")
    await page.getByRole("checkbox", { name: /Trade spot/ }).check()
    await field(page, "addresses").fill("127.0.0.1, at home")
    await create.click()
    await expect(page.getByText("This is not an address or network: at")).toBeVisible()
    await field(page, "addresses").fill("127.0.0.1, ::1")
    await field(page, "login").fill(person.password)
    const known = await codesSent(saker.url, person.account)
    await page.getByRole("button", { name: "Send code" }).click()
    await field(page, "code").fill(await newCode(saker.url, person.account, known))
    await create.click()

    await expect(page.getByRole("heading", { name: "API key created" })).toBeVisible()
    const facts = page.getByRole("definition").filter({ hasText: /\S/ })
    const [key = "", secret = ""] = await facts.allTextContents()
    expect(key).toMatch(/^sk_/)
    await expect.poll(() => askSigned(saker.url, key, secret, "/assets/index")).toBe(200)
    expect(await askSigned(saker.url, key, secret, "/security/logins")).toBe(1018)

    await page.getByRole("button", { name: "Done" }).click()
    const row = page.getByRole("listitem").filter({ hasText: "market maker" })
    await expect(row).toContainText("Trade spot")
    await expect(row).toContainText("127.0.0.1, ::1")
    await page.reload()
    await expect(row).toContainText(/Last used .* from 127\.0\.0\.1/)
    expect(await page.content()).not.toContain(secret)

    await row.getByRole("button", { name: "Revoke market maker" }).click()
    await page.getByRole("button", { name: "Keep" }).click()
    await expect(row).toBeVisible()
    await row.getByRole("button", { name: "Revoke market maker" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click()
    await expect(page.getByText("You don't have any API keys.")).toBeVisible()
    expect(await askSigned(saker.url, key, secret, "/assets/index")).toBe(1013)
  })

testLooksOf("the API keys", async (page, url, look) => {
  const person = await signUp(url)
  await bringToken(page, person.token)
  await page.goto(`${url}/#/pages/user/keys`)
  const first = page.getByRole("button", { name: /^(API-Schlüssel erstellen|Utwórz klucz API)$/ })
  await expect(first).toBeVisible()
  await look("the list")
  await first.click()
  await expect(field(page, "key-name")).toBeVisible()
  await look("the form")
})

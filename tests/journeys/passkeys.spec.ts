/** A user adds a passkey, logs in with it without a password, and removes it (E6): with a virtual authenticator of the browser's own. */

import type { CDPSession, Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { bringToken, codesSent, newCode, type SignedUp, signUp } from "../support/signed-up.ts"

/** A device that has a finger on it. */
async function deviceOf(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** Passkeys are bound to a domain, which an address of numbers is none. */
const atLocalhost = (url: string): string => url.replace("127.0.0.1", "localhost")
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

let visits = 0

/** As after a logout: another address before the hash loads the page anew. */
async function comeLoggedOut(page: Page, path: string): Promise<void> {
  visits += 1
  await page.evaluate(() => localStorage.removeItem("token"))
  await page.goto(`${new URL(page.url()).origin}/?visit=${visits}#${path}`)
}

async function fillProof(page: Page, person: SignedUp, base: string): Promise<void> {
  await page.getByLabel("Login password", { exact: true }).fill(person.password)
  const known = await codesSent(base, person.account)
  await button(page, "Send code").click()
  const code = await newCode(base, person.account, known)
  await page.getByRole("textbox", { name: "Verification code" }).fill(code)
}

for (const [name, viewport] of [
  ["desk", DESK],
  ["phone", PHONE],
] as const)
  test.describe(`passkeys at a ${name}`, () => {
    test.use({ viewport })

    test("are added behind password and code, log their owner in, and are removed", async ({
      page,
      saker,
    }) => {
      const open = (path: string) => page.goto(`${atLocalhost(saker.url)}/#${path}`)
      const complaints = watchComplaints(page)
      const person = await signUp(saker.url)
      const { session, authenticatorId } = await deviceOf(page)
      await bringToken(page, person.token)
      await open("/pages/user/safe")
      await page.getByRole("link", { name: /Passkeys/ }).click()
      await expect(page.getByText("You don't have any passkeys.")).toBeVisible()
      await button(page, "Add passkey").click()
      await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(/Chrome/)
      await page.getByRole("textbox", { name: "Name" }).fill("My laptop")

      // What is missing is said before the device is asked.
      await button(page, "Add passkey").click()
      await expect(page.getByText("Enter your password.")).toBeVisible()
      await fillProof(page, { ...person, password: "not the password" }, saker.url)
      await button(page, "Add passkey").click()
      await expect(page.getByText("Wrong account or password.")).toBeVisible()
      // The device has made one, and isn't asked again.
      await page.getByLabel("Login password", { exact: true }).fill(person.password)
      await button(page, "Add passkey").click()
      await expect(page.getByRole("status").getByText(/Passkey added/)).toBeVisible()
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId })
      expect(credentials).toHaveLength(1)
      const row = page.getByRole("listitem").filter({ hasText: "My laptop" })
      await expect(row).toContainText("Never used")

      await comeLoggedOut(page, "/login?to=/pages/user/passkeys")
      await button(page, "Log in with a passkey").click()
      await expect(row).toContainText(/Last used/)

      await button(page, "Remove My laptop").click()
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
      await expect(page.getByRole("status").getByText("Passkey removed.")).toBeVisible()
      await expect(page.getByText("You don't have any passkeys.")).toBeVisible()
      await comeLoggedOut(page, "/login")
      await button(page, "Log in with a passkey").click()
      await expect(page.getByRole("alert")).toContainText(/isn't known here/)
      // Who turns away from the device's question is told, and stays.
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
      await button(page, "Log in with a passkey").click()
      await expect(page.getByRole("alert")).toContainText(/wasn't confirmed/)
      expect(complaints).toEqual([])
    })
  })

test("at an address that passkeys aren't bound to there are none, and the page says where they are", async ({
  page,
  saker,
  open,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/passkeys")
  await expect(page.getByText("Passkeys work at localhost only. Open this page there.")).toBeVisible()
  await expect(button(page, "Add passkey")).toHaveCount(0)
})

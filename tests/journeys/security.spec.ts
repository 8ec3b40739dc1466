/** A user keeps their account safe: passwords, e-mail, authenticator, phrase, sessions, logins; nobody else stays in. */

import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import {
  bringToken,
  codesSent,
  getFrom,
  logInAgain,
  mailsOf,
  newCode,
  postTo,
  type SignedUp,
  signUp,
} from "../support/signed-up.ts"

test.use({ viewport: PHONE })

const field = (page: Page, name: string) => page.locator(`main input[name=${name}]`)

/** Presses the form's button that sends a code, and types in what arrives. */
async function proveByCode(page: Page, base: string, account: string, name = "code"): Promise<void> {
  const known = await codesSent(base, account)
  const asked = page.locator("[data-field]", { has: page.locator(`input[name=${name}]`) })
  await asked.getByRole("button", { name: "Send code" }).click()
  await field(page, name).fill(await newCode(base, account, known))
}

/** Opens the security center as `person` and goes on to one of its places. */
async function goTo(page: Page, person: SignedUp, open: (path: string) => Promise<void>, place: RegExp) {
  await bringToken(page, person.token)
  await open("/pages/user/safe")
  await page.getByRole("main").getByRole("link", { name: place }).click()
}

const row = (page: Page, name: RegExp) => page.getByRole("main").getByRole("link", { name })

test("a changed password puts the other session out, which is told so, and the old one opens nothing @verify", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const person = await signUp(saker.url)
  const other = await (await browser.newContext({ viewport: PHONE })).newPage()
  await bringToken(other, await logInAgain(saker.url, person))
  await other.goto(`${saker.url}/#/pages/user/safe`)
  await expect(row(other, /Sessions/)).toBeVisible()

  await goTo(page, person, open, /Login password/)
  await field(page, "login").fill(person.password)
  await field(page, "password").fill("seven grey herons 4")
  await field(page, "confirm").fill("seven grey herons 4")
  await proveByCode(page, saker.url, person.account)
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("Login password changed.")).toBeVisible()
  await expect(page).toHaveURL(/#\/pages\/user\/safe$/)
  await expect(page.getByText(/Withdrawals are paused until/)).toBeVisible()

  // It may have been told by its socket already; what it asks next tells it for sure.
  await row(other, /Sessions/)
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(other).toHaveURL(/#\/login/)
  await expect(other.getByText("Your session has expired. Log in again.")).toBeVisible()
  expect(await other.evaluate(() => localStorage.getItem("token"))).toBeNull()
  await other.context().close()

  const { account } = person
  expect((await postTo(saker.url, "/login/index", { account, password: person.password })).code).toBe(7001)
  expect((await postTo(saker.url, "/login/index", { account, password: "seven grey herons 4" })).code).toBe(
    200,
  )
  await expect
    .poll(async () => (await mailsOf(saker.url, account)).map(({ subject }) => subject).join())
    .toContain("password")
})

test("what is refused stands at its field, and a double tap sends once @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  const sent: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/security/password")) sent.push(request.url())
  })
  await goTo(page, person, open, /Login password/)
  const submit = page.getByRole("button", { name: "Change password" })
  await submit.click()
  await expect(field(page, "password")).toHaveAttribute("aria-invalid", "true")

  await field(page, "password").fill("seven grey herons 4")
  await field(page, "confirm").fill("seven grey heron 4")
  await submit.click()
  await expect(field(page, "confirm")).toHaveAttribute("aria-invalid", "true")
  await field(page, "confirm").fill("seven grey herons 4")
  await submit.click()
  await expect(field(page, "login")).toHaveAttribute("aria-invalid", "true")
  expect(sent).toEqual([])

  await field(page, "login").fill("not my password 1")
  await field(page, "code").fill("123456")
  await submit.dblclick()
  await expect(field(page, "login")).toHaveAttribute("aria-invalid", "true")
  expect(sent).toHaveLength(1)

  await field(page, "login").fill(person.password)
  await submit.click()
  await expect(field(page, "code")).toHaveAttribute("aria-invalid", "true")
  expect(await field(page, "login").getAttribute("autocomplete")).toBe("current-password")
  expect(await field(page, "password").getAttribute("autocomplete")).toBe("new-password")
  expect(await field(page, "code").getAttribute("autocomplete")).toBe("one-time-code")
})

test("a first trade password is set, then stands as set, and no withdrawal rests for it @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await goTo(page, person, open, /Trade password.*Not set/)
  await expect(page.getByText(/only your login/)).toBeVisible()
  await field(page, "password").fill("nine blue barges")
  await field(page, "confirm").fill("nine blue barges")
  await field(page, "login").fill(person.password)
  await proveByCode(page, saker.url, person.account)
  await page.getByRole("button", { name: "Set trade password" }).click()
  await expect(page.getByText("Trade password set.")).toBeVisible()
  await expect(row(page, /Trade password.*Set/)).not.toContainText("Not set")
  await expect(page.getByText(/Withdrawals are paused until/)).toHaveCount(0)
})

test("the e-mail is changed by codes that go to the new address and the one before, and withdrawals rest @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  const fresh = `moved-${person.account}`
  await goTo(page, person, open, /Email address/)
  await field(page, "email").fill(fresh)
  await field(page, "login").fill(person.password)
  await proveByCode(page, saker.url, fresh)
  await field(page, "ownCode").fill("000000")
  await page.getByRole("button", { name: "Change email" }).click()
  await expect(page.getByText(/^The code sent to what is linked now is wrong/)).toBeVisible()
  await proveByCode(page, saker.url, person.account, "ownCode")
  await page.getByRole("button", { name: "Change email" }).click()
  await expect(row(page, /Email address/)).toContainText(fresh)
  await expect(page.getByText(/Withdrawals are paused until/)).toBeVisible()
  const { password } = person
  expect((await postTo(saker.url, "/login/index", { account: fresh, password })).code).toBe(200)
})

test("an authenticator is switched on, login asks for it, and it is switched off with all proofs", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const person = await signUp(saker.url)
  await goTo(page, person, open, /Two-factor authentication.*Off/)
  await field(page, "login").fill(person.password)
  await proveByCode(page, saker.url, person.account)
  await page.getByRole("button", { name: "Set up" }).click()
  await expect(page.getByRole("img", { name: `QR code with the secret for ${person.account}` })).toBeVisible()
  const secret = (await page.locator("main code").innerText()).replace(/\s/g, "")
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: "SHA1" })
  await field(page, "totp").fill(app.generate())
  await page.getByRole("button", { name: "Turn on" }).click()
  await expect(page.getByText("Authenticator turned on.")).toBeVisible()
  await expect(row(page, /Two-factor authentication/)).toContainText("On")

  const other = await (await browser.newContext({ viewport: PHONE })).newPage()
  await other.goto(`${saker.url}/#/login`)
  await field(other, "email").fill(person.account)
  await field(other, "password").fill(person.password)
  await expect(field(other, "totp")).toHaveCount(0)
  await other.locator("main form button[type=submit]").click()
  await expect(field(other, "totp")).toBeVisible()
  await other.context().close()

  await row(page, /Two-factor authentication/).click()
  await field(page, "login").fill(person.password)
  await proveByCode(page, saker.url, person.account)
  // The first code is used up; the server takes the next step's as well.
  await field(page, "totp").fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole("button", { name: "Turn off" }).click()
  await expect(page.getByText("Authenticator turned off.")).toBeVisible()
  await expect(row(page, /Two-factor authentication/)).toContainText("Off")
})

test("the phrase is set in its sheet, stands in the center, and in the next mail @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/safe")
  await page.getByRole("button", { name: /Anti-phishing phrase.*Not set/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.locator("input[name=phrase]").fill("blue heron")
  await sheet.getByRole("button", { name: "Save phrase" }).click()
  await expect(sheet.locator("input[name=login]")).toHaveAttribute("aria-invalid", "true")
  await sheet.locator("input[name=login]").fill(person.password)
  await sheet.getByRole("button", { name: "Save phrase" }).click()
  await expect(page.getByRole("button", { name: /Anti-phishing phrase.*blue heron/ })).toBeVisible()
  await postTo(saker.url, "/security/sendCode", { purpose: "password" }, person.token)
  await expect
    .poll(async () => (await mailsOf(saker.url, person.account))[0]?.text ?? "")
    .toContain("blue heron")
})

test("sessions are ended one by one, and all others after a question @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  const tokens = [await logInAgain(saker.url, person), await logInAgain(saker.url, person)]
  const third = await logInAgain(saker.url, person)
  const isIn = async (token: string) => (await getFrom(saker.url, "/security/index", token)).code === 200
  await goTo(page, person, open, /Sessions/)
  const list = page.getByRole("region", { name: "Sessions" })
  await expect(list.getByText("This device")).toHaveCount(1)
  const ends = list.getByRole("button", { name: /^Log out/ })
  await expect(ends).toHaveCount(3)
  await ends.first().click()
  await expect(page.getByText("Device logged out.")).toBeVisible()
  await expect(ends).toHaveCount(2)
  const left = await Promise.all([...tokens, third].map(isIn))
  expect(left.filter(Boolean)).toHaveLength(2)

  await page.getByRole("button", { name: "Log out all other devices" }).click()
  await page.getByRole("button", { name: "Cancel" }).click()
  // While it fades it has a button of the same name.
  await expect(page.getByRole("alertdialog")).toHaveCount(0)
  await expect(ends).toHaveCount(2)
  await page.getByRole("button", { name: "Log out all other devices" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out all other devices" }).click()
  await expect(page.getByText("Devices logged out: 2")).toBeVisible()
  await expect(page.getByText("You aren't logged in anywhere else.")).toBeVisible()
  expect(await Promise.all([...tokens, third].map(isIn))).toEqual([false, false, false])
  expect(await isIn(person.token)).toBe(true)
})

test("the login history comes page after page and says in words what failed @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await postTo(saker.url, "/login/index", { account: person.account, password: "wrong guess 99" })
  for (let count = 0; count < 4; count += 1) await logInAgain(saker.url, person)
  // Two a page: the server's own cursor leads on.
  const cursors: (string | null)[] = []
  await page.route("**/security/logins*", (route) => {
    const url = new URL(route.request().url())
    cursors.push(url.searchParams.get("cursor"))
    url.searchParams.set("limit", "2")
    return route.continue({ url: url.href })
  })
  await goTo(page, person, open, /Login history/)
  const list = page.getByRole("region", { name: "Login history" })
  await expect(list.getByText("Failed: wrong password")).toHaveCount(1)
  await expect(list.getByText("Logged in", { exact: true })).toHaveCount(5)
  expect(cursors.length).toBeGreaterThan(1)
  expect(new Set(cursors).size).toBe(cursors.length)
})

test("what doesn't come says so, and comes when it is asked again @verify", async ({ page, open, saker }) => {
  const person = await signUp(saker.url)
  let isBroken = true
  await page.route("**/security/sessions", (route) =>
    isBroken ? route.fulfill({ status: 502, body: "" }) : route.continue(),
  )
  await goTo(page, person, open, /Sessions/)
  await expect(page.getByText("Couldn't load your data.")).toBeVisible()
  isBroken = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("This device")).toBeVisible()
})

const PLACES = ["safe", "password", "tradePassword", "email", "totp", "sessions", "logins", "preferences"]

/** Labels that don't have the room they need: cut with an ellipsis, or beyond their box. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *")]
      .filter(
        (each) =>
          each.childElementCount === 0 &&
          getComputedStyle(each).textOverflow === "ellipsis" &&
          each.scrollWidth > each.clientWidth + 1,
      )
      .map((each) => each.textContent),
  )

test.describe("on the smallest phone", () => {
  test.use({ viewport: SMALL_PHONE })
  test("nothing is cut or sticks out, in the longest languages @verify", async ({ page, open, saker }) => {
    test.slow()
    const person = await signUp(saker.url)
    await bringToken(page, person.token)
    for (const language of ["de", "pl"]) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      for (const place of PLACES) {
        await open(`/pages/user/${place}`)
        await page.reload()
        await expect(page.locator("main :is(a, form, section)").first()).toBeVisible()
        await page.waitForLoadState("networkidle")
        expect(await sidewaysOverflow(page), `${language} ${place}`).toBe(0)
        expect(await cutTexts(page), `${language} ${place}`).toEqual([])
      }
    }
  })
})

for (const look of LOOKS)
  test(`axe finds nothing, ${lookName(look)} @verify`, async ({ page, open, saker }) => {
    test.slow()
    const person = await signUp(saker.url)
    await postTo(saker.url, "/login/index", { account: person.account, password: "wrong guess 99" })
    await putOn(page, look)
    await bringToken(page, person.token)
    for (const place of PLACES) {
      await open(`/pages/user/${place}`)
      await page.reload()
      await expect(page.locator("main :is(a, form, section)").first()).toBeVisible()
      await page.waitForLoadState("networkidle")
      if (place === "totp") {
        await field(page, "login").fill(person.password)
        await proveByCode(page, saker.url, person.account)
        await page.getByRole("button", { name: "Set up" }).click()
        await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible()
      }
      await expectAccessible(page, place)
    }
  })

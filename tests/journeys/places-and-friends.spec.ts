/** A user chooses where they live, shows a place, brings a friend; all these screens fit and can be read out. */

import {
  DESK,
  expect,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  watchComplaints,
} from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { bringToken, newCode, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

test("countries are found in the reader's own words, by keys alone @verify", async ({ page, open }) => {
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  const complaints = watchComplaints(page)
  await open("/choose-location?to=/register")
  const search = page.getByRole("combobox")
  await search.fill("osterr")
  await expect(page.getByRole("option")).toHaveText(["Österreich"])
  await search.press("Escape")
  await search.press("ArrowDown")
  await search.press("ArrowDown")
  await expect(page.getByRole("option").nth(1)).toBeInViewport()
  await search.fill("vereinigt")
  await search.press("ArrowDown")
  const active = await search.getAttribute("aria-activedescendant")
  await expect(page.locator(`[id="${active}"]`)).toContainText("Vereinigte")
  await search.press("Enter")
  await expect(page).toHaveURL(/#\/register/)
  expect(complaints).toEqual([])
})

test("in Chinese as well; the browser's language is a suggestion, a place on the map a few @verify", async ({
  page,
  open,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem("lang", "zh"))
  await context.grantPermissions(["geolocation"])
  await context.setGeolocation({ latitude: 52.23, longitude: 21.01 })
  await open("/choose-location")
  await expect(page.getByRole("button", { name: "英国" })).toBeVisible()
  await page.getByRole("button", { name: "使用我的位置" }).click()
  await page.getByRole("button", { name: "波兰" }).click()
  await page.getByRole("combobox").fill("波兰")
  await expect(page.getByRole("option", { name: "波兰", selected: true })).toBeVisible()
})

test("a location that isn't allowed is said so @verify", async ({ page, open, context }) => {
  await context.clearPermissions()
  await open("/choose-location")
  await page.getByRole("button", { name: "Use my location" }).click()
  await expect(page.getByText(/Search by name instead/)).toBeVisible()
})

test("a place opens on the device's map, nonsense is no place @verify", async ({ page, open }) => {
  await open("/open-location?latitude=52.52001&longitude=13.40495&name=Alexanderplatz")
  await expect(page.getByRole("heading", { name: "Alexanderplatz" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Open in maps app" })).toHaveAttribute(
    "href",
    "geo:52.52001,13.40495?q=52.52001,13.40495(Alexanderplatz)",
  )
  await expect(page.getByRole("link", { name: "Open in OpenStreetMap" })).toHaveAttribute(
    "href",
    /openstreetmap\.org\/\?mlat=52\.52001&mlon=13\.40495/,
  )
  // On the way to another screen the address moves on first; the card stays what it is until it is gone.
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(document.querySelector("main")?.textContent ?? "")).observe(
      document.body,
      { subtree: true, childList: true, characterData: true },
    )
    window.location.hash = "/pages/user/language"
  })
  await expect(page.getByText("Deutsch", { exact: true }).first()).toBeVisible()
  const said = await page.evaluate(() => (window as never as { said: string[] }).said)
  expect(said.filter((text) => text.includes("valid location"))).toEqual([])
  await open("/open-location?latitude=95&longitude=13.40495")
  await expect(page.getByRole("alert").getByText("This link doesn't contain a valid location.")).toBeVisible()
})

test("a friend registers by the invite link and is counted, and listed with the time", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/invitations")
  await expect(page.getByText("Nobody has registered with your invite code yet.")).toBeVisible()
  await open("/pages/user/share")
  const link =
    (await page
      .getByText(/#\/register\?invite=/)
      .first()
      .textContent()) ?? ""
  expect(link).toContain(`${saker.url}/#/register?invite=`)
  await expect(page.getByRole("img", { name: "QR code of the invite link" })).toBeVisible()

  const friend = await (await browser.newContext({ viewport: PHONE })).newPage()
  const account = `friend-${process.pid}@example.org`
  await friend.goto(link)
  await friend.getByRole("textbox", { name: "Email" }).fill(account)
  await friend.getByRole("button", { name: "Send code and continue" }).click()
  await friend.getByLabel("Verification code").fill(await newCode(saker.url, account))
  await friend.getByLabel("Password", { exact: true }).fill("seven grey herons 4")
  await friend.getByLabel("Confirm password").fill("seven grey herons 4")
  await friend.getByRole("button", { name: "Create account" }).click()
  await expect.poll(() => friend.evaluate(() => localStorage.getItem("token"))).not.toBeNull()
  await friend.context().close()

  await page.reload()
  const levels = page.getByRole("list").filter({ hasText: "Level 1" }).getByRole("listitem")
  await expect(levels).toHaveText([/^1\s*Level 1/, /^0\s*Level 2/, /^0\s*Level 3/])
  await page.getByRole("link", { name: "Referral history" }).click()
  await expect(page.getByText("f•••@e•••.org")).toBeVisible()
  await expect(page.getByText(/Registered .*\d{4}/)).toBeVisible()
  await page.getByRole("tab", { name: /Level 2/ }).click()
  await expect(page.getByText("No referrals at this level yet.")).toBeVisible()
})

test("where the browser has no share sheet, ours offers link and e-mail @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "share", { value: undefined }))
  await open("/pages/user/share")
  await page.getByRole("button", { name: "Share with friends" }).click()
  const sheet = page.getByRole("dialog", { name: "Share with friends" })
  await expect(sheet.getByRole("link", { name: "Send by email" })).toHaveAttribute(
    "href",
    /^mailto:\?subject=/,
  )
  await sheet.getByRole("button", { name: "Copy invite link" }).click()
  await expect(page.getByText("Copied")).toBeVisible()
})

test("nothing sticks out or fails axe, in German and Polish, dark and white @verify", async ({
  page,
  open,
  saker,
}) => {
  test.setTimeout(180_000)
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  const places: readonly [string, RegExp][] = [
    ["/pages/user/auth", /Zur Prüfung einreichen|Prześlij do weryfikacji/],
    ["/pages/user/share", /Mit Freunden teilen|Udostępnij znajomym/],
    ["/pages/user/invitations", /Bisher hat sich niemand|Nikt jeszcze nie/],
    ["/choose-location", /Meinen Standort|Użyj mojej lokalizacji/],
    ["/open-location?latitude=1&longitude=2&name=A", /In Karten-App|Otwórz w aplikacji map/],
  ]
  for (const [language, theme, size] of [
    ["de", "dark", SMALL_PHONE],
    ["pl", "white", DESK],
  ] as const) {
    await page.setViewportSize(size)
    await open("/")
    await page.evaluate(
      ([lang, look]) => {
        localStorage.setItem("lang", lang)
        localStorage.setItem("theme", look)
      },
      [language, theme] as const,
    )
    await page.reload()
    for (const [place, words] of places) {
      await open(place)
      await expect(page.getByRole("main").getByText(words).first()).toBeVisible()
      expect(await sidewaysOverflow(page), place).toBe(0)
      await expectAccessible(page, place, "main")
    }
  }
})

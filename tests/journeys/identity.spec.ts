/** A user says who they are, over a bad line too; chooses where they live, shows a place, brings a friend, has a picture. */

import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import {
  DESK,
  expect,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  watchComplaints,
} from "../support/journey.ts"
import { bringToken, getFrom, newCode, signUp } from "../support/signed-up.ts"

test.use({
  viewport: PHONE,
  setup: [
    {
      env: {
        SAKER_MARKETS: "6",
        SAKER_CODES_PER_HOUR: "1000",
        SAKER_ACCOUNT_CALLS_PER_SECOND: "100",
        SAKER_SANDBOX_APPROVE_SECONDS: "3",
      },
    },
    { scope: "worker" },
  ],
})

/** A photograph of a document, as far as bytes go: noise keeps it large, so that it takes several pieces. */
const photo = (width: number, height: number, sigma = 40) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#456",
      noise: { type: "gaussian", mean: 120, sigma },
    },
  })
const asFile = async (name: string, picture: ReturnType<typeof photo>) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await picture.jpeg().toBuffer(),
})

const side = (page: Page, name: "front" | "back") => page.locator(`input[data-side=${name}]`)
const submit = (page: Page) => page.getByRole("button", { name: "Submit for review" })

async function chooseRegion(page: Page, typed: string, name: string) {
  await page.getByRole("button", { name: /Country or region of residence/ }).click()
  await page.getByRole("combobox").fill(typed)
  await expect(page.getByRole("option", { name }).first()).toBeVisible()
  await page.getByRole("combobox").press("Enter")
}

async function fillIn(page: Page) {
  await page.getByLabel("Real name").fill("Ada Lovelace")
  await page.getByLabel("ID number").fill("L01X00T471")
  await chooseRegion(page, "united king", "United Kingdom")
  // The form waited.
  await expect(page.getByLabel("Real name")).toHaveValue("Ada Lovelace")
  await expect(page.getByLabel("ID number")).toHaveValue("L01X00T471")
  await expect(page.getByText("United Kingdom")).toBeVisible()
}

test("an identity is handed in over a line that breaks, goes on where it stopped, and is verified", async ({
  page,
  open,
  saker,
  context,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  const offsets: string[] = []
  await page.route("**/index/upic", async (route) => {
    const sent = route.request().postDataBuffer()?.toString("latin1") ?? ""
    const [, purpose] = /name="purpose"\r\n\r\n(\w+)/.exec(sent) ?? []
    const [, offset] = /name="offset"\r\n\r\n(\d+)/.exec(sent) ?? []
    if (offsets.length === 2 && !offsets.includes("lost")) {
      offsets.push("lost")
      await context.setOffline(true)
      return route.abort("internetdisconnected")
    }
    offsets.push(`${purpose} ${offset}`)
    return route.continue()
  })
  await open("/pages/user/auth")
  await fillIn(page)
  await side(page, "front").setInputFiles(await asFile("front.jpg", photo(2600, 1700)))
  await side(page, "back").setInputFiles(await asFile("back.jpg", photo(1000, 700)))
  await expect(page.getByRole("img", { name: "Preview: Front side" })).toBeVisible()
  await expect(page.getByText(/Ready to send/)).toHaveCount(2)
  expect(await sidewaysOverflow(page)).toBe(0)
  await submit(page).click()
  await expect(page.getByText("No connection. Sending goes on by itself.")).toBeVisible()
  await context.setOffline(false)

  await expect(page.getByText("Under review")).toBeVisible()
  const pieces = offsets.filter((piece) => piece !== "lost")
  expect(pieces.length).toBeGreaterThan(3)
  expect(new Set(pieces).size).toBe(pieces.length)
  await expect(page.getByText("A•• L•••••••")).toBeVisible()
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: 30_000 })
  const { data } = await getFrom<{ status: string; residence: string }>(
    saker.url,
    "/security/getAuthInfo",
    person.token,
  )
  expect(data).toMatchObject({ status: "verified", residence: "GB" })
})

test("what can't be sent is said at its field, and nothing leaves the device", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  let calls = 0
  await page.route(/\/(index\/upic|security\/primaryAuth)/, (route) => {
    calls += 1
    return route.continue()
  })
  await open("/pages/user/auth")
  await submit(page).click()
  for (const words of ["Enter your full name.", "Choose where you live."])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText("This picture is missing.")).toHaveCount(2)
  await expect(page.getByLabel("Real name")).toBeFocused()

  await side(page, "front").setInputFiles({
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("no picture"),
  })
  await expect(page.getByText("This file is no picture that can be read.", { exact: false })).toBeVisible()
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")
  await side(page, "front").setInputFiles({ name: "a.heic", mimeType: "image/heic", buffer: heic })
  await expect(page.getByText("This browser can't read HEIC pictures.", { exact: false })).toBeVisible()
  await side(page, "back").setInputFiles(await asFile("b.jpg", photo(400, 150)))
  await expect(page.getByText("This picture is too small", { exact: false })).toBeVisible()
  expect(calls).toBe(0)
})

test("pictures are made small and held upright; sending can be stopped and goes on", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/auth")
  await fillIn(page)
  await side(page, "front").setInputFiles(await asFile("front.jpg", photo(2600, 1300)))
  // Taken with the phone on its side: 6 says "turn it to the right".
  await side(page, "back").setInputFiles(
    await asFile("back.jpg", photo(900, 600).withMetadata({ orientation: 6 })),
  )
  const sizeOf = (name: string) =>
    page
      .getByRole("img", { name })
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(await sizeOf("Preview: Front side")).toEqual([2000, 1000])
  expect(await sizeOf("Preview: Back side")).toEqual([600, 900])

  let pieces = 0
  await page.route("**/index/upic", async (route) => {
    pieces += 1
    // The second never comes to an end by itself.
    if (pieces !== 2) await route.continue()
  })
  await submit(page).click()
  await expect.poll(() => pieces).toBe(2)
  await expect(page.getByRole("progressbar", { name: "Sending: Front side" })).not.toHaveAttribute(
    "value",
    "0",
  )
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByText("Stopped. Sending goes on from here.")).toBeVisible()
  await submit(page).click()
  await expect(page.getByText("Under review")).toBeVisible()
})

test("a refusal is told with its reason, and the form is there for another try", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await page.route("**/security/getAuthInfo", (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: "",
        data: {
          status: "refused",
          real_name: "A••",
          id_number: "••••T471",
          residence: "GB",
          submitted: 1_785_000_000_000,
          decided: 1_785_000_060_000,
          reason: "The number is cut off.",
        },
      },
    }),
  )
  await open("/pages/user/auth")
  await expect(page.getByText("Not accepted")).toBeVisible()
  await expect(page.getByText("Reason: The number is cut off.")).toBeVisible()
  await expect(submit(page)).toBeVisible()
})

test("a session that ends during an upload leads to the login without a word", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/auth")
  await fillIn(page)
  await side(page, "front").setInputFiles(await asFile("front.jpg", photo(900, 600)))
  await side(page, "back").setInputFiles(await asFile("back.jpg", photo(900, 600)))
  await expect(page.getByText(/Ready to send/)).toHaveCount(2)
  // The socket would tell of it as well: here only the upload may.
  await page.route("**/index/upic*", (route) =>
    route.fulfill({ json: { code: 999, message: "Login timeout, please log in again", data: null } }),
  )
  await submit(page).click()
  await expect(page).toHaveURL(/#\/login\?to=/)
  await expect(page.getByText("Login timeout, please log in again")).toHaveCount(0)
})

test("countries are found in the reader's own words, by keys alone", async ({ page, open }) => {
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

test("in Chinese as well; the browser's language is a suggestion, a place on the map a few", async ({
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

test("a location that isn't allowed is said so", async ({ page, open, context }) => {
  await context.clearPermissions()
  await open("/choose-location")
  await page.getByRole("button", { name: "Use my location" }).click()
  await expect(page.getByText(/Search by name instead/)).toBeVisible()
})

test("a place opens on the device's map, nonsense is no place", async ({ page, open }) => {
  await open("/open-location?latitude=52.52001&longitude=13.40495&name=Alexanderplatz")
  await expect(page.getByRole("heading", { name: "Alexanderplatz" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Open in map app" })).toHaveAttribute(
    "href",
    "geo:52.52001,13.40495?q=52.52001,13.40495(Alexanderplatz)",
  )
  await expect(page.getByRole("link", { name: "Open in OpenStreetMap" })).toHaveAttribute(
    "href",
    /openstreetmap\.org\/\?mlat=52\.52001&mlon=13\.40495/,
  )
  await open("/open-location?latitude=95&longitude=13.40495")
  await expect(page.getByRole("alert").getByText("This address names no place.")).toBeVisible()
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
  await friend.getByRole("textbox", { name: "E-mail" }).fill(account)
  await friend.getByRole("button", { name: "Send code and go on" }).click()
  await friend.getByLabel("Verification code").fill(await newCode(saker.url, account))
  await friend.getByLabel("Password", { exact: true }).fill("seven grey herons 4")
  await friend.getByLabel("Password again").fill("seven grey herons 4")
  await friend.getByRole("button", { name: "Create the account" }).click()
  await expect.poll(() => friend.evaluate(() => localStorage.getItem("token"))).not.toBeNull()
  await friend.context().close()

  await page.reload()
  const levels = page.getByRole("list").filter({ hasText: "Level 1" }).getByRole("listitem")
  await expect(levels).toHaveText([/^1\s*Level 1/, /^0\s*Level 2/, /^0\s*Level 3/])
  await page.getByRole("link", { name: "Invitation records" }).click()
  await expect(page.getByText("f•••@e•••.org")).toBeVisible()
  await expect(page.getByText(/Registered .*\d{4}/)).toBeVisible()
  await page.getByRole("tab", { name: /Level 2/ }).click()
  await expect(page.getByText("Nobody is on this level yet.")).toBeVisible()
})

test("where the browser has no share sheet, ours offers link and e-mail", async ({ page, open, saker }) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "share", { value: undefined }))
  await open("/pages/user/share")
  await page.getByRole("button", { name: "Share with friends" }).click()
  const sheet = page.getByRole("dialog", { name: "Share with friends" })
  await expect(sheet.getByRole("link", { name: "Send by e-mail" })).toHaveAttribute(
    "href",
    /^mailto:\?subject=/,
  )
  await sheet.getByRole("button", { name: "Copy invite link" }).click()
  await expect(page.getByText("Copied")).toBeVisible()
})

test("a picture of one's own is cropped by keys, shown at once, and taken away again", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/index")
  await page.getByRole("button", { name: "Change profile picture" }).click()
  await page.locator("input[data-avatar]").setInputFiles(await asFile("me.jpg", photo(800, 500)))
  const part = page.getByRole("img", { name: "Part of the picture that is used" })
  await part.focus()
  for (const key of ["+", "+", "ArrowLeft", "ArrowDown"]) await part.press(key)
  await expect(page.getByRole("slider", { name: "Zoom" })).not.toHaveValue("0")
  await page.getByRole("button", { name: "Use this part" }).click()
  const picture = page.locator("main img[src*='/avatar/']")
  await expect(picture).toBeVisible()
  const address = (await picture.getAttribute("src")) ?? ""
  expect((await fetch(new URL(address, saker.url))).status).toBe(200)
  await page.getByRole("button", { name: "Change profile picture" }).click()
  await page.getByRole("button", { name: "Remove picture" }).click()
  await expect(picture).toHaveCount(0)
  expect((await fetch(new URL(address, saker.url))).status).toBe(404)
})

test("nothing sticks out or is serious to a screen reader, in German and Polish, dark and white", async ({
  page,
  open,
  saker,
}) => {
  test.setTimeout(180_000)
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  const places: readonly [string, RegExp][] = [
    ["/pages/user/auth", /Zur Prüfung einreichen|Wyślij do weryfikacji/],
    ["/pages/user/share", /Mit Freunden teilen|Udostępnij znajomym/],
    ["/pages/user/invitations", /Noch niemand hat sich|Nikt jeszcze nie/],
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
      const { violations } = await new AxeBuilder({ page }).include("main").analyze()
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      expect(serious.map(({ id, nodes }) => `${place} ${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  }
})

/** A visitor finds their way: panel, language, theme, addresses that don't exist, and what needs a login. */

import {
  DESK,
  expect,
  expectNoOverflowAt,
  PHONE,
  SMALL_PHONE,
  test,
  verifyUnless,
} from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

const SCREENS = [
  "/",
  "/pages/spot/index",
  "/pages/contract/index",
  "/pages/option/index",
  "/pages/spot/trade?symbol=BTC_USDT",
  "/pages/kline/index?symbol=BTC_USDT",
  "/pages/user/language",
  "/login",
  "/pages/article/index",
  "/nowhere",
]

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("the language is chosen from the side panel and stays @verify", async ({ page, open }) => {
    await open("/")
    await page.getByRole("button", { name: "Menu" }).click()
    const panel = page.getByRole("dialog")
    await expect(panel).toBeVisible()
    const width = (await panel.boundingBox())?.width ?? 0
    expect(Math.round((width / PHONE.width) * 100)).toBe(80)
    await panel.getByRole("link", { name: /Language/ }).click()
    await page.locator("label", { hasText: "Deutsch" }).click()
    await expect(page.locator("html")).toHaveAttribute("lang", "de")
    await page.reload()
    await expect(page.locator("html")).toHaveAttribute("lang", "de")
    expect(await page.evaluate(() => localStorage.getItem("lang"))).toBe("de")
  })

  test("the older codes sp and bl are read as es and pl @verify", async ({ page, open }) => {
    await open("/")
    for (const [old, language] of [
      ["sp", "es"],
      ["bl", "pl"],
    ] as const) {
      await page.evaluate((code) => localStorage.setItem("lang", code), old)
      await page.reload()
      await expect(page.locator("html")).toHaveAttribute("lang", language)
    }
  })

  test("the theme switches at once, without a reload, and there is no flash of the other at the next start", async ({
    page,
    open,
  }) => {
    await open("/")
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("dialog").getByRole("switch").first().click()
    await expect(page.locator("html")).toHaveAttribute("data-theme", "white")
    expect(await page.evaluate(() => "stayed" in window)).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("white")
    // Before any script of the app has run the theme must stand.
    await page.route("**/assets/**", (route) => route.abort())
    await page.reload({ waitUntil: "domcontentloaded" })
    await expect(page.locator("html")).toHaveAttribute("data-theme", "white")
  })

  test("who follows the system sees its theme before any script has run, and its change at once @verify", async ({
    page,
    open,
    saker,
  }) => {
    const html = page.locator("html")
    const theme = (name: string) =>
      page.getByRole("radiogroup", { name: "Theme" }).locator("label").filter({ hasText: name })
    await bringToken(page, (await signUp(saker.url)).token)
    await page.emulateMedia({ colorScheme: "light" })
    await open("/pages/user/preferences")
    await expect(html).toHaveAttribute("data-theme", "dark")
    await theme("System").click()
    await expect(html).toHaveAttribute("data-theme", "white")
    await page.emulateMedia({ colorScheme: "dark" })
    await expect(html).toHaveAttribute("data-theme", "dark")
    await page.emulateMedia({ colorScheme: "light" })
    await page.route("**/assets/**", (route) => route.abort())
    await page.reload({ waitUntil: "domcontentloaded" })
    await expect(html).toHaveAttribute("data-theme", "white")
    await page.unroute("**/assets/**")
    await page.reload()
    await theme("Dark").click()
    await page.reload()
    await expect(html).toHaveAttribute("data-theme", "dark")
  })

  test("anything but white is dark @verify", async ({ page, open }) => {
    await open("/")
    await page.evaluate(() => localStorage.setItem("theme", "purple"))
    await page.reload()
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  })

  test("an address that doesn't exist says so inside the app and leads home @verify", async ({
    page,
    open,
  }) => {
    await open("/pages/nowhere")
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible()
    await page.getByRole("main").getByRole("link").first().click()
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible()
  })

  test("what needs an account leads to the login and says where one goes after @verify", async ({
    page,
    open,
  }) => {
    for (const path of ["/pages/assets/index", "/pages/user/safe", "/pages/ai/index"]) {
      await open(path)
      await expect(page).toHaveURL(/#\/login\?to=/)
    }
  })
})

/** The longest words at every size; those of the two next to them where there is least room. */
const EVERY_SIZE = [SMALL_PHONE, { width: 768, height: 1024 }, { width: 844, height: 390 }, DESK]
const SIZES = { de: EVERY_SIZE, pl: [SMALL_PHONE], fr: [SMALL_PHONE] }

for (const [language, sizes] of Object.entries(SIZES))
  test(`nothing sticks out sideways on any screen in ${language} @verify`, async ({ page, open }) => {
    await page.addInitScript((code) => localStorage.setItem("lang", code), language)
    for (const path of SCREENS) {
      await open(path)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      await expect(page.getByRole("main")).toBeVisible()
      for (const viewport of sizes) await expectNoOverflowAt(page, viewport, path)
    }
  })

for (const look of LOOKS)
  test(`axe finds nothing, ${lookName(look)}${verifyUnless(look.viewport === PHONE)}`, async ({
    page,
    open,
  }) => {
    await putOn(page, look)
    for (const path of SCREENS) {
      await open(path)
      await expect(page.getByRole("main")).toBeVisible()
      await expect(page.getByText("Practice money", { exact: true })).toBeVisible()
      await expectAccessible(page, path)
    }
  })

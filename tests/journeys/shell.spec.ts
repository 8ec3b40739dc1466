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

  test("the language is chosen from the side panel and stays", async ({ page, open }) => {
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

  test("anything but white is dark @verify", async ({ page, open }) => {
    await open("/")
    await page.evaluate(() => localStorage.setItem("theme", "purple"))
    await page.reload()
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  })

  test("an address that doesn't exist says so inside the app and leads home", async ({ page, open }) => {
    await open("/pages/nowhere")
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible()
    await page.getByRole("main").getByRole("link").first().click()
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible()
  })

  test("what needs an account leads to the login and says where one goes after", async ({ page, open }) => {
    for (const path of ["/pages/assets/index", "/pages/user/safe", "/pages/ai/index"]) {
      await open(path)
      await expect(page).toHaveURL(/#\/login\?to=/)
    }
  })
})

for (const language of ["de", "pl", "fr"])
  test(`nothing sticks out sideways on any screen at any size in ${language}`, async ({ page, open }) => {
    await page.addInitScript((code) => localStorage.setItem("lang", code), language)
    for (const path of SCREENS) {
      await open(path)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      await expect(page.getByRole("main")).toBeVisible()
      for (const viewport of [SMALL_PHONE, { width: 768, height: 1024 }, { width: 844, height: 390 }, DESK])
        await expectNoOverflowAt(page, viewport, path)
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

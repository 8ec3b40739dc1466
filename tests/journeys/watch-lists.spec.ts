/** Someone sorts the markets they watch into lists of their own: made, filled, named, arranged, and there in each tab. */

import type { Page } from "@playwright/test"
import {
  DESK,
  expect,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  watchComplaints,
} from "../support/journey.ts"
import { expectAccessible, lookName, looksAt, putOn } from "../support/looks.ts"
import { WHOLE } from "../support/setups.ts"

test.use({ setup: WHOLE })

const sheet = (page: Page) => page.getByRole("dialog")
const listTab = (page: Page, name: RegExp) =>
  page.getByRole("tablist", { name: "Watchlists" }).getByRole("tab", { name })

/** Opens the sheet in which lists are made and arranged. */
async function arrange(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Manage lists" }).click()
  await expect(sheet(page)).toBeVisible()
}

async function makeList(page: Page, name: string): Promise<void> {
  await sheet(page).getByRole("textbox").fill(name)
  await sheet(page).getByRole("button", { name: "Create", exact: true }).click()
}

test.describe("watch-lists on a desk", () => {
  test.use({ viewport: DESK })

  test("are made, filled, renamed, and there after a reload and in another tab", async ({
    page,
    open,
    context,
  }) => {
    const complaints = watchComplaints(page)
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await arrange(page)
    await makeList(page, "DeFi")
    await expect(sheet(page).getByText("Lists: 2 of 20")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: /^All/ }).click()

    // The right button on a star chooses its lists.
    await page.getByRole("button", { name: "Add SOL/USDT to favourites" }).click({ button: "right" })
    await sheet(page).getByRole("checkbox", { name: /DeFi/ }).check()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: "Add SOL/USDT to favourites" })).toHaveAttribute(
      "aria-pressed",
      "false",
    )

    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await listTab(page, /DeFi 1/).click()
    await expect(page.getByRole("row", { name: /SOL\/USDT/ })).toBeVisible()
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toHaveCount(0)

    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole("button", { name: "Favourites", exact: true }).click()
    await expect(listTab(other, /DeFi 1/)).toBeVisible()

    await page.bringToFront()
    await arrange(page)
    await sheet(page).getByRole("button", { name: "Rename DeFi" }).click()
    await sheet(page).getByRole("textbox", { name: "Rename DeFi" }).fill("Lending")
    await page.keyboard.press("Enter")
    await expect(sheet(page).getByText("Lending")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(listTab(other, /Lending 1/)).toBeVisible()
    await other.close()
    await page.reload()
    await expect(listTab(page, /Lending 1/)).toHaveAttribute("aria-selected", "true")
    await expect(page.getByRole("row", { name: /SOL\/USDT/ })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test("say why a name can't be, move, are deleted, and come back @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await arrange(page)
    await makeList(page, "  ")
    await expect(sheet(page).getByRole("alert")).toHaveText("Enter a name.")
    await makeList(page, "favourites")
    await expect(sheet(page).getByRole("alert")).toHaveText("A list with this name already exists.")
    await makeList(page, "x".repeat(33))
    await expect(sheet(page).getByRole("alert")).toHaveText("Use at most 32 characters.")
    await makeList(page, "One")
    await makeList(page, "Two")
    const names = () => sheet(page).getByRole("listitem").locator("bdi").allInnerTexts()
    await sheet(page).getByRole("button", { name: "Move Two up" }).click()
    expect(await names()).toEqual(["Favourites", "Two", "One"])
    await expect(sheet(page).getByRole("button", { name: "Delete Favourites" })).toBeDisabled()
    await sheet(page).getByRole("button", { name: "Delete Two" }).click()
    expect(await names()).toEqual(["Favourites", "One"])
    await page.getByRole("button", { name: "Undo", includeHidden: true }).click()
    await expect.poll(names).toEqual(["Favourites", "Two", "One"])
  })

  test("are at most twenty @verify", async ({ page, open }) => {
    const lists = Array.from({ length: 19 }, (_, at) => ({ id: `list-${at}`, name: `List ${at}`, ids: [] }))
    await page.addInitScript((text) => localStorage.setItem("saker:watch-lists", text), JSON.stringify(lists))
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await arrange(page)
    await expect(sheet(page).getByText("You already have the maximum of 20 lists.")).toBeVisible()
    await expect(sheet(page).getByRole("textbox")).toHaveCount(0)
  })
})

test.describe("watch-lists on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("begin with the stars there were, and hold markets of every kind @verify", async ({ page, open }) => {
    await page.addInitScript(() => {
      if (!localStorage.getItem("saker:watch-lists"))
        localStorage.setItem("saker:favourites", '["ETH_USDT","BTC_USDT_PERP"]')
    })
    await open("/pages/spot/index")
    // Whoever has stars sees them first.
    await expect(listTab(page, /Favourites 1/)).toBeVisible()
    await expect(page.getByRole("link", { name: "ETH/USDT" })).toBeVisible()
    await page.getByRole("tab", { name: "Contract", exact: true }).click()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
    await expect(page.getByRole("link", { name: "ETH/USDT" })).toHaveCount(0)
    await page.getByRole("tab", { name: "Second contract" }).click()
    await expect(page).toHaveURL(/option\/index/)
    await expect(page.getByRole("link", { name: "ADA/USDT" })).toBeVisible()
    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await expect(page.getByText("No favourites yet.")).toBeVisible()
    await page.getByRole("button", { name: "Contract (1)" }).click()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
  })

  test("are chosen by a finger that rests on the star; a tap only stars @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    const star = page.getByRole("button", { name: "Add ETH/USDT to favourites" })
    await star.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true })
    await expect(sheet(page)).toBeVisible()
    await expect(sheet(page).getByRole("heading", { name: "Lists containing ETH/USDT" })).toBeVisible()
    await makeList(page, "Account")
    await expect(sheet(page).getByRole("checkbox", { name: /Account/ })).toBeChecked()
    await sheet(page).getByRole("button", { name: "Close" }).click()
    await expect(sheet(page)).toHaveCount(0)
    await expect(star).toHaveAttribute("aria-pressed", "false")
    await star.tap()
    await expect(star).toHaveAttribute("aria-pressed", "true")
    // With more than one list the message leads to them, for whoever can't rest a finger.
    await page.getByRole("status").getByRole("button", { name: "Select lists" }).click()
    await expect(sheet(page).getByRole("checkbox", { name: /Favourites/ })).toBeChecked()
  })
})

for (const look of looksAt([SMALL_PHONE, DESK]))
  test(`axe finds nothing in lists and sheets, and nothing sticks out, ${lookName(look)} @verify`, async ({
    page,
    open,
  }) => {
    await putOn(page, look)
    await page.addInitScript(
      (lists) => localStorage.setItem("saker:watch-lists", lists),
      JSON.stringify([
        { id: "star", name: "", ids: ["BTC_USDT", "ETH_USDT"] },
        { id: "a", name: "A list with quite a long name!!!!", ids: ["SOL_USDT"] },
      ]),
    )
    await open("/pages/spot/index")
    await expect(page.getByRole("link", { name: "BTC/USDT" }).first()).toBeVisible()
    await expectAccessible(page, "the list")
    expect(await sidewaysOverflow(page)).toBe(0)
    await arrange(page)
    await expectAccessible(page, "the sheet")
    await page.keyboard.press("Escape")
    await expect(sheet(page)).toHaveCount(0)
    await page.getByRole("button", { name: "Add BTC/USDT to favourites" }).click({ button: "right" })
    await expect(sheet(page).getByRole("checkbox")).toHaveCount(2)
    await expectAccessible(page, "a row's lists")
  })

/** A stranger reads the contract: on a phone and at a desk, in both themes, by keyboard. */

import { DESK, expect, SMALL_PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

for (const [colorScheme, viewport] of [
  ["dark", SMALL_PHONE],
  ["light", DESK],
] as const)
  test.describe(`${colorScheme} at ${viewport.width}`, () => {
    test.use({ viewport, colorScheme })

    test("the contract can be read, and leads from a message to its schema @verify", async ({
      page,
      saker,
    }) => {
      const complaints = watchComplaints(page)
      await page.goto(`${saker.url}/docs`)
      const section = page.getByRole("region", { name: "ticker server → client" })
      await section.getByRole("link", { name: "TickerRow" }).click()
      await expect(page.getByRole("heading", { name: "TickerRow" })).toBeInViewport()
      await expect(page.getByRole("rowheader", { name: "10" }).first()).toBeVisible()
      expect(await sidewaysOverflow(page)).toBe(0)
      await expectAccessible(page)
      expect(complaints).toEqual([])
    })

    test("the first tab stop leads past the contents @verify", async ({ page, saker }) => {
      await page.goto(`${saker.url}/docs`)
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("main")).toBeFocused()
    })
  })

/** A user has this device log them out when nobody uses it, from the time they chose. */

import { expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

test("is logged out when the time has passed, not before, and by the time the page is opened again", async ({
  page,
  saker,
  open,
}) => {
  const complaints = watchComplaints(page)
  const person = await signUp(saker.url)
  await page.clock.install()
  await bringToken(page, person.token)
  await open("/pages/user/preferences")
  await page.getByRole("combobox", { name: "Log out when idle" }).selectOption({ label: "15 minutes" })
  // What watches comes behind the page's first face: from here on it does.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("saker:used"))).not.toBeNull()

  const token = () => page.evaluate(() => localStorage.getItem("token"))
  await page.clock.fastForward("14:00")
  expect(await token()).toBe(person.token)
  await page.getByRole("heading", { name: "Trading" }).click()
  await page.clock.fastForward("14:00")
  expect(await token()).toBe(person.token)
  await page.clock.fastForward("01:10")
  await expect(page.getByRole("status").getByText(/this device wasn't used/)).toBeVisible()
  expect(await token()).toBeNull()

  // The next session begins with the time all to itself.
  await page.evaluate((kept) => localStorage.setItem("token", kept), (await signUp(saker.url)).token)
  await page.reload()
  await open("/pages/user/preferences")
  await expect(page.getByRole("combobox", { name: "Log out when idle" })).toHaveValue("15")
  expect(await token()).not.toBeNull()
  expect(complaints).toEqual([])
})

/** A user says who they are, over a bad line too, and has a picture of their own. */

import type { Page } from "@playwright/test"
import sharp from "sharp"
import { expect, PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { smallWith } from "../support/setups.ts"
import { bringToken, getFrom, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, setup: smallWith({ SAKER_SANDBOX_APPROVE_SECONDS: "3" }) })

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
  await page.getByLabel("Full legal name").fill("Ada Lovelace")
  await page.getByLabel("ID number").fill("L01X00T471")
  await chooseRegion(page, "united king", "United Kingdom")
  // The form waited.
  await expect(page.getByLabel("Full legal name")).toHaveValue("Ada Lovelace")
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
  await expect(page.getByRole("img", { name: "Preview: Front" })).toBeVisible()
  await expect(page.getByText(/Ready to upload/)).toHaveCount(2)
  expect(await sidewaysOverflow(page)).toBe(0)
  await submit(page).click()
  await expect(page.getByText("No connection. The upload resumes automatically.")).toBeVisible()
  await context.setOffline(false)

  await expect(page.getByText("Under review")).toBeVisible()
  const pieces = offsets.filter((piece) => piece !== "lost")
  expect(pieces.length).toBeGreaterThan(3)
  expect(new Set(pieces).size).toBe(pieces.length)
  await expect(page.getByText("A•• L•••••••")).toBeVisible()
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: 60_000 })
  const { data } = await getFrom<{ status: string; residence: string }>(
    saker.url,
    "/security/getAuthInfo",
    person.token,
  )
  expect(data).toMatchObject({ status: "verified", residence: "GB" })
})

test("what can't be sent is said at its field, and nothing leaves the device @verify", async ({
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
  for (const words of ["Enter your full name.", "Select your country or region of residence."])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText("This photo is required.")).toHaveCount(2)
  await expect(page.getByLabel("Full legal name")).toBeFocused()

  await side(page, "front").setInputFiles({
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("no picture"),
  })
  await expect(page.getByText("This file isn't a supported image.", { exact: false })).toBeVisible()
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")
  await side(page, "front").setInputFiles({ name: "a.heic", mimeType: "image/heic", buffer: heic })
  await expect(page.getByText("This browser doesn't support HEIC images.", { exact: false })).toBeVisible()
  await side(page, "back").setInputFiles(await asFile("b.jpg", photo(400, 150)))
  await expect(page.getByText("This image is too small", { exact: false })).toBeVisible()
  expect(calls).toBe(0)
})

test("pictures are made small and held upright; sending can be stopped and goes on @verify", async ({
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
  expect(await sizeOf("Preview: Front")).toEqual([2000, 1000])
  expect(await sizeOf("Preview: Back")).toEqual([600, 900])

  let pieces = 0
  await page.route("**/index/upic", async (route) => {
    pieces += 1
    // The second never comes to an end by itself.
    if (pieces !== 2) await route.continue()
  })
  await submit(page).click()
  await expect.poll(() => pieces).toBe(2)
  await expect(page.getByRole("progressbar", { name: "Uploading: Front" })).not.toHaveAttribute("value", "0")
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByText("Paused. The upload resumes from here.")).toBeVisible()
  await submit(page).click()
  await expect(page.getByText("Under review")).toBeVisible()
})

test("a refusal is told with its reason, and the form is there for another try @verify", async ({
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
  await expect(page.getByText("Rejected")).toBeVisible()
  await expect(page.getByText("Reason: The number is cut off.")).toBeVisible()
  await expect(submit(page)).toBeVisible()
})

test("a session that ends during an upload leads to the login without a word @verify", async ({
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
  await expect(page.getByText(/Ready to upload/)).toHaveCount(2)
  // The socket would tell of it as well: here only the upload may.
  await page.route("**/index/upic*", (route) =>
    route.fulfill({ json: { code: 999, message: "Login timeout, please log in again", data: null } }),
  )
  await submit(page).click()
  await expect(page).toHaveURL(/#\/login\?to=/)
  await expect(page.getByText("Login timeout, please log in again")).toHaveCount(0)
})

test("a picture of one's own is cropped by keys, shown at once, and taken away again @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/index")
  await page.getByRole("button", { name: "Change profile picture" }).click()
  await page.locator("input[data-avatar]").setInputFiles(await asFile("me.jpg", photo(800, 500)))
  const part = page.getByRole("img", { name: "Crop area" })
  await part.focus()
  for (const key of ["+", "+", "ArrowLeft", "ArrowDown"]) await part.press(key)
  await expect(page.getByRole("slider", { name: "Zoom" })).not.toHaveValue("0")
  await page.getByRole("button", { name: "Apply" }).click()
  const picture = page.locator("main img[src*='/avatar/']")
  await expect(picture).toBeVisible()
  const address = (await picture.getAttribute("src")) ?? ""
  expect((await fetch(new URL(address, saker.url))).status).toBe(200)
  await page.getByRole("button", { name: "Change profile picture" }).click()
  await page.getByRole("button", { name: "Remove photo" }).click()
  await expect(picture).toHaveCount(0)
  expect((await fetch(new URL(address, saker.url))).status).toBe(404)
})

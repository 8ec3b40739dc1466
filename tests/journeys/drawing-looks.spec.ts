/** What can be done with a drawing beside moving it: its looks, a copy in another market, a lock, hiding one or all, the magnet. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

interface KeptDrawing {
  kind: string
  colour: string
  width: number
  dash: string
  locked: boolean
  hidden: boolean
  points: { price: string }[]
}

const tools = (page: Page) => page.getByRole("toolbar", { name: "Drawing tools" })
const chosen = (page: Page) => page.locator("[data-chosen]")
const press = (page: Page, name: string) => chosen(page).getByRole("button", { name, exact: true }).click()

test("a drawing is dressed, copied, locked and hidden, and the magnet takes it to a bar's own price @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  const kept = async (instrument = "BTC_USDT") =>
    (
      await getFrom<{ drawings: KeptDrawing[] }>(
        saker.url,
        `/drawing/index?instrument=${instrument}`,
        trader.token,
      )
    ).data.drawings
  const only = async () => (await kept())[0]
  await openAs(page, trader)
  await open("/pages/spot/trade?symbol=BTC_USDT&interval=15m")
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  const [x, level] = [box.x + 240, box.y + box.height * 0.7]
  await page.getByRole("button", { name: "Draw", exact: true }).click()
  await tools(page).getByRole("button", { name: "Horizontal line", exact: true }).click()
  await page.mouse.click(x, level)
  await expect(chosen(page)).toHaveAttribute("aria-label", "Horizontal line")

  await press(page, "Appearance")
  const look = page.getByRole("dialog", { name: "Appearance" })
  await look.getByRole("button", { name: "Colour 3" }).click()
  await look.getByRole("combobox", { name: "Width" }).selectOption("3")
  await look.getByRole("combobox", { name: "Line" }).selectOption("dashed")
  await look.getByRole("combobox", { name: "Copy to market" }).selectOption("ETH_USDT")
  await look.getByRole("button", { name: "Copy", exact: true }).click()
  await expect(page.getByText("Copied to ETH/USDT.")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(look).toHaveCount(0)
  await expect.poll(only).toMatchObject({ width: 3, dash: "dashed" })
  const dressed = await only()
  expect(dressed?.colour).not.toBe("")
  await expect
    .poll(() => kept("ETH_USDT"))
    .toMatchObject([{ kind: "horizontal", colour: dressed?.colour, width: 3, dash: "dashed" }])

  // Locked it neither ends nor moves.
  await press(page, "Lock")
  await expect.poll(only).toMatchObject({ locked: true })
  await page.keyboard.press("Delete")
  await page.mouse.move(x + 60, level)
  await page.mouse.down()
  await page.mouse.move(x + 60, level + 30)
  await page.mouse.move(x + 60, level + 60)
  await page.mouse.up()
  await page.mouse.click(x, level)
  await press(page, "Unlock")
  await expect.poll(only).toMatchObject({ locked: false, points: dressed?.points })

  // Hidden it can't be chosen by a press; the list brings it back.
  await press(page, "Hide")
  await expect.poll(only).toMatchObject({ hidden: true })
  await page.mouse.click(x, level)
  await expect(chosen(page)).toHaveCount(0)
  await tools(page).getByRole("button", { name: "Drawings", exact: true }).click()
  await page.getByRole("dialog", { name: "Drawings" }).getByRole("button", { name: "Show" }).click()
  await page.keyboard.press("Escape")
  await expect.poll(only).toMatchObject({ hidden: false })
  await tools(page).getByRole("button", { name: "Hide all drawings" }).click()
  await page.mouse.click(x, level)
  await expect(chosen(page)).toHaveCount(0)
  await tools(page).getByRole("button", { name: "Show all drawings" }).click()
  await page.mouse.click(x, level)
  await expect(chosen(page)).toHaveAttribute("aria-label", "Horizontal line")
  await page.keyboard.press("Delete")
  await expect.poll(kept).toEqual([])

  // Beside a bar's own price the magnet takes that price.
  const magnet = tools(page).getByRole("button", { name: "Magnet: snap to open, high, low, close" })
  if ((await magnet.getAttribute("aria-pressed")) !== "true") await magnet.click()
  await expect(magnet).toHaveAttribute("aria-pressed", "true")
  const bars = (
    await getFrom<{ rows: [number, ...string[]][] }>(
      saker.url,
      "/market/kline?symbol=BTC_USDT&interval=15m&limit=500",
      trader.token,
    )
  ).data.rows
  const own = new Set(bars.flatMap(([, ...figures]) => figures.slice(0, 4).map(Number)))
  for (let down = 0.2; down < 0.8 && (await kept()).length === 0; down += 0.05) {
    await tools(page).getByRole("button", { name: "Horizontal line", exact: true }).click()
    await page.mouse.move(x, box.y + box.height * down)
    await page.mouse.click(x, box.y + box.height * down)
    await expect(chosen(page)).toHaveAttribute("aria-label", "Horizontal line")
    await expect.poll(async () => (await kept()).length).toBe(1)
    if (!own.has(Number((await only())?.points[0]?.price))) {
      await page.keyboard.press("Delete")
      await expect.poll(kept).toEqual([])
    }
  }
  expect(await kept()).toHaveLength(1)
  expect(complaints).toEqual([])
})

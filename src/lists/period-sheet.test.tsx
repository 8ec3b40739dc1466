/** Days for a list: chosen by a press and by keys, wrong ones said, and nothing counts before it is applied. */

import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ALL_TIME, type Period } from "../stores/period.ts"
import { setZone } from "../text/zone.ts"
import { PeriodSheet } from "./period-sheet.tsx"
import { dayText } from "./period-words.ts"

await import("../ui/sheet-body.tsx")

const changed = vi.fn<(period: Period) => void>()
const closed = vi.fn()
const own = (fromDay: string, toDay: string): Period => ({ span: "own", fromDay, toDay })

beforeEach(() => {
  setZone("UTC")
  // Saturday evening; in Tokyo it is Sunday.
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-21T20:00Z"))
})
afterEach(() => {
  setZone(undefined)
  vi.restoreAllMocks()
  changed.mockReset()
  closed.mockReset()
})

async function open(period: Period) {
  render(<PeriodSheet period={period} onChange={changed} onClose={closed} />)
  return within(await screen.findByRole("dialog", { name: "Time range" }))
}
const named = (day: string) => dayText(day, "en", "longDate")
const day = (name: string) => screen.getByRole("button", { name })
const press = (name: string) => userEvent.click(day(name))

test("a usual span counts at once", async () => {
  await open(ALL_TIME)
  await press("Last 7 days")
  expect(changed).toHaveBeenCalledWith({ ...ALL_TIME, span: "week" })
  expect(closed).toHaveBeenCalledOnce()
})

test("days of one's own are chosen one after the other, and count when they are applied", async () => {
  const sheet = await open(ALL_TIME)
  await press("Custom")
  await press(named("2026-11-03"))
  await press("Previous month")
  await press("Next month")
  await press(named("2026-11-20"))
  expect(sheet.getByRole("button", { name: "From 3 Nov 2026" })).toBeTruthy()
  expect(sheet.getByRole("button", { name: "To 20 Nov 2026" })).toBeTruthy()
  expect(changed).not.toHaveBeenCalled()
  await press("Apply")
  expect(changed).toHaveBeenCalledWith(own("2026-11-03", "2026-11-20"))
})

test("a start after the end is said and can't be applied, and is mended by choosing again", async () => {
  const sheet = await open(own("2026-11-10", "2026-11-12"))
  await press(named("2026-11-15"))
  expect(sheet.getByRole("alert").textContent).toContain("The start date is after the end date.")
  expect(day("Apply").hasAttribute("disabled")).toBe(true)
  await press(named("2026-11-16"))
  expect(sheet.queryByRole("alert")).toBeNull()
  await press("Apply")
  expect(changed).toHaveBeenCalledWith(own("2026-11-15", "2026-11-16"))
})

test("the same day once more takes it away; both away are all time", async () => {
  await open(own("2026-11-10", ""))
  await press(named("2026-11-10"))
  await press("Apply")
  expect(changed).toHaveBeenCalledWith(ALL_TIME)
})

test("keys walk the days, and those to come can't be chosen", async () => {
  const sheet = await open(own("2026-11-10", ""))
  day(named("2026-11-10")).focus()
  for (const [keys, name] of [
    ["{ArrowRight}", named("2026-11-11")],
    ["{ArrowDown}", named("2026-11-18")],
    ["{Home}", named("2026-11-16")],
    ["{PageUp}", named("2026-10-16")],
    ["{Shift>}{PageUp}{/Shift}", named("2025-10-16")],
    ["{Shift>}{PageDown}{/Shift}", named("2026-10-16")],
    ["{PageDown}", named("2026-11-16")],
    // As far as today.
    ["{PageDown}", named("2026-11-21")],
  ] as const) {
    await userEvent.keyboard(keys)
    await waitFor(() => expect(document.activeElement).toBe(day(name)))
  }
  expect(day(named("2026-11-22")).hasAttribute("disabled")).toBe(true)
  expect(day("Next month").hasAttribute("disabled")).toBe(true)
  await userEvent.keyboard("{Enter}")
  expect(sheet.getByRole("button", { name: "From 21 Nov 2026" })).toBeTruthy()
})

test("today is the chosen zone's, and the zone is said", async () => {
  setZone("Asia/Tokyo")
  const sheet = await open(own("", ""))
  expect(day(named("2026-11-22")).getAttribute("aria-current")).toBe("date")
  expect(sheet.getByText(/UTC\+9/)).toBeTruthy()
})

/** Which labels of the price axis are hidden beside a tag? */

import { render } from "@testing-library/react"
import { expect, test } from "vitest"
import { AxisMask } from "./axis-mask.view.tsx"
import type { ChartCanvas } from "./chart-canvas.ts"

/** Labels each 30 px from 15 px on; each is 16 px high. */
const canvas = { labelTops: () => [15, 45, 75, 105], axisWidth: () => 60 } as unknown as ChartCanvas

const masked = (from: number, to: number, origin = 0) => {
  const { container } = render(<AxisMask canvas={canvas} from={from} to={to} origin={origin} />)
  return [...container.querySelectorAll("div")].map(({ style }) => style.top)
}

test("those that the tag touches, however little, and no others", () => {
  expect(masked(36, 54)).toEqual(["37px"])
  expect(masked(22, 40)).toEqual(["7px", "37px"])
  expect(masked(23, 37)).toEqual([])
})

test("placed from where the tag itself stands", () => {
  expect(masked(66, 84, 75)).toEqual(["-8px"])
})

/** Figure: main-thread time of the desk with the price ladder in the book's place, against the same desk with the book, at 8 k messages a second. */

import type { Measure } from "../figure-result.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

const ARMS: readonly Arm[] = [
  { variant: "price-ladder", policy: "single", rate: 8000 },
  { variant: "ours", policy: "single", rate: 8000 },
]

export const measure: Measure = {
  name: "price-ladder-8k",
  async run(context) {
    const [ladder, book] = (await runArms(context, ARMS)) as [ArmResult, ArmResult]
    return [armRatio("price-ladder-8k", [ladder, book], ({ mainMs }) => mainMs)]
  },
}

/** Figure: size of the first visit, measured as tools/size.mjs does for `npm run verify`. */

import { measureInitialJs } from "../../tools/size.mjs"
import type { Measure } from "../figure-result.ts"

export const measure: Measure = {
  name: "initial-js",
  async run() {
    const { sizes, total, base } = await measureInitialJs()
    return [
      {
        name: "initial-js",
        value: total,
        values: [total],
        against: "react + react-dom",
        againstValue: base,
        againstValues: [base],
        ratio: total / base,
        isRight: true,
        details: { chunks: sizes },
      },
    ]
  },
}

/** Figure: messages a second sustained with one message a frame: ours, naive, and a worker that only receives. */

import type { Measure } from "../figure-result.ts"
import { climbTogether, ratioOf } from "./ladder.ts"

export const measure: Measure = {
  name: "sustained-single",
  async run(context) {
    const { climbs, workload } = await climbTogether(context, ["ours", "naive", "receive"], "single")
    const ours = climbs.get("ours")
    return [
      ratioOf("sustained-single-vs-receive", ours, climbs.get("receive"), workload),
      ratioOf("sustained-single-vs-naive", ours, climbs.get("naive"), workload),
    ]
  },
}

/** Figure: messages a second sustained with 10 ms batches on the server: ours, all peers, and the worker alone. */

import type { Measure } from "../figure-result.ts"
import { climbTogether, ratioOf, sustainedOf } from "./ladder.ts"

const OTHERS = ["naive", "zustand", "redux", "unconflated", "ceiling"] as const

export const measure: Measure = {
  name: "sustained-coalesced",
  async run(context) {
    // CI has three minutes for everything: ours, the simplest peer and the floor.
    const others = context.isQuick ? OTHERS.filter((name) => name === "naive" || name === "ceiling") : OTHERS
    const { climbs, workload } = await climbTogether(context, ["ours", ...others], "coalesced")
    context.known.set("sustained-coalesced", sustainedOf(climbs.get("ours")))
    return others.map((name) =>
      ratioOf(`sustained-coalesced-vs-${name}`, climbs.get("ours"), climbs.get(name), workload),
    )
  },
}

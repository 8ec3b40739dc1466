/** The part of the guide that says how a second contract's result is proven (O6). */

import { OPEN_TICK_AGE_MS, SILENT_LIMIT_MS } from "#core/second/second-contract.ts"
import { chainText, FIRST_HASH, sourcesText } from "#core/second/tick-line.ts"
import { indexFileExample } from "#core/wire/index.ts"
import type { Section } from "./guide-section.ts"

const tick = {
  ...{ seq: 8_200_001, time: 1_784_998_800_120, price: "67271.20" },
  sources: [{ source: "simulated", price: "67271.20", weight: "1" }],
}

export const proofSection: Section = {
  id: "proof",
  title: "Proof of a second contract",
  blocks: [
    "Every tick of an index that second contracts follow is published in sequence with what it was made of, and chained to the one before. Whoever notes one hash can prove later that no tick before it was changed; the newest row of `/market/index/hours` is the head of the chain.",
    {
      code: `hash n = SHA-256( hash n−1 | index | seq | time | price | sources )\n\n${chainText(FIRST_HASH, "BTC_USDT", tick)}`,
      says: `The text that a hash is over, in UTF-8, parts joined by \`|\`; hashes as 64 lower-case hex digits. Sources by name as \`source:price:weight\`, joined by commas: \`${sourcesText(tick.sources)}\`. Before the first tick of an index stand 64 zeros`,
    },
    {
      code: indexFileExample.trimEnd(),
      says: "A file: the first line has form and version, index, first millisecond of the hour, number of the first tick, hash of the tick before it. Then one line a tick, with the first eight digits of its hash: a changed line names itself. An hour that is over ends with the number and the hash of its last tick. Each line ends with a line feed",
    },
    {
      steps: [
        "`/option/record` gives the contract and its `hours`. Fetch each `/market/index/file/{index}/{hour}`.",
        "Numbers rise by one, from file to file as well; each line's digits are those of the hash that you compute; the last hash of an hour that is over is the announced `hash`, and of one that runs the announced one is among them.",
        "The ticks `open`, `before` and `settle` are in the files with these times and prices.",
        `\`open\` is the last at the acceptance (\`opened\`), at most ${OPEN_TICK_AGE_MS / 1000} s old. \`before\` is before \`expiry\`, \`settle\` is not, and its number is the next.`,
        `If \`settle\` comes more than ${SILENT_LIMIT_MS / 1000} s after \`before\`, or is missing, the stake is returned. Else a bullish contract wins above the price of \`open\`, a bearish one below it; equal returns the stake.`,
        "A win pays stake and profit, the profit being stake × rate rounded down to 1e-8.",
      ],
    },
    "`examples/verify-second` does all of it in a script without packages.",
  ],
}

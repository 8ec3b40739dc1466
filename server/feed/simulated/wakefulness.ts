/**
 * Chance p that a part within a minute is awake beside the sure one, so that of its 60 seconds the share `liveliness`
 * is traded in: (1 + 3p)(1 + 2p)(1 + 4p) = 60 × liveliness for the 4 × 3 × 5 parts of the nest.
 */
export function wakefulnessFor(liveliness: number): number {
  let low = 0
  let high = 1
  for (let round = 0; round < 40; round += 1) {
    const p = (low + high) / 2
    if ((1 + 3 * p) * (1 + 2 * p) * (1 + 4 * p) < 60 * liveliness) low = p
    else high = p
  }
  return high
}

/** Which kind of world a seed is: every third trades contracts, every sixth second contracts beside spot, the others spot. */

import type { SeededChance } from "../seeded-chance.ts"
import { contractScene } from "./contract-scene.ts"
import { secondScene } from "./second-scene.ts"
import { spotScene } from "./spot-scene.ts"
import type { WholeScene } from "./whole-scene.ts"

export type WorldKind = "spot" | "contracts" | "seconds"

/** So many seeds have each kind among them. */
const ROUND = 6

const kindOf = (seed: number): WorldKind => {
  if (seed % 3 === 0) return "contracts"
  return seed % ROUND === 1 ? "seconds" : "spot"
}

const SCENES: Readonly<Record<WorldKind, (chance: SeededChance) => WholeScene>> = {
  spot: spotScene,
  contracts: contractScene,
  seconds: secondScene,
}

export const sceneOf = (seed: number, chance: SeededChance): WholeScene => SCENES[kindOf(seed)](chance)

/** The first seeds of a kind. */
export const seedsOf = (kind: WorldKind, count: number): number[] =>
  Array.from({ length: ROUND * count }, (_, place) => place + 1)
    .filter((seed) => kindOf(seed) === kind)
    .slice(0, count)

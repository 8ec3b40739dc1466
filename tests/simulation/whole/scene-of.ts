/** Which kind of world a seed is: every third trades contracts, the others spot. */

import type { SeededChance } from "../seeded-chance.ts"
import { contractScene } from "./contract-scene.ts"
import { spotScene } from "./spot-scene.ts"
import type { WholeScene } from "./whole-scene.ts"

export type WorldKind = "spot" | "contracts"

const kindOf = (seed: number): WorldKind => (seed % 3 === 0 ? "contracts" : "spot")

export const sceneOf = (seed: number, chance: SeededChance): WholeScene =>
  kindOf(seed) === "spot" ? spotScene() : contractScene(chance)

/** The first seeds of a kind. */
export const seedsOf = (kind: WorldKind, count: number): number[] =>
  Array.from({ length: 3 * count + 2 }, (_, place) => place + 1)
    .filter((seed) => kindOf(seed) === kind)
    .slice(0, count)

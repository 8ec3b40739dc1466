/** At which writes of a scene an exchange is stopped, and how: by how long the tests may take. */

import type { ScenePlayed } from "./contract-crash-run.ts"
import type { CrashScene, SceneStage } from "./contract-crash-scene.ts"
import type { FaultKind } from "./faulty-storage.ts"

/** `npm run chaos`: at every write, both ways. */
const IS_ALL = process.env.SAKER_CRASH_WRITES === "all"
/** `npm run verify`: at every write, one way or the other in turn. `npm test`: at one of each stage. */
const IS_LONG = IS_ALL || process.env.SAKER_TESTS === "long"
const KINDS: readonly FaultKind[] = ["before it is done", "after it is done"]

/** A part of a scene by its place in it. */
export interface PlacedStage {
  name: string
  /** Counted from 0. */
  turn: number
  /** Its first step, and the one behind its last. */
  from: number
  to: number
}

export interface Stop {
  /** The write, counted from 1. */
  place: number
  kind: FaultKind
}

export function placeStages(
  opening: CrashScene["steps"],
  stages: readonly SceneStage[],
): readonly PlacedStage[] {
  let from = opening.length
  return stages.map(({ name, steps }, turn) => {
    const stage = { name, turn, from, to: from + steps.length }
    from = stage.to
    return stage
  })
}

/** All stops of a stage, by how the scene goes when nothing stops it. */
export function stopsIn({ turn, from, to }: PlacedStage, { writes }: ScenePlayed): Stop[] {
  const [first, last] = [(writes[from] ?? 0) + 1, writes[to] ?? 0]
  const places = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  if (IS_ALL) return places.flatMap((place) => KINDS.map((kind) => ({ place, kind })))
  return (IS_LONG ? places : places.slice(places.length >> 1).slice(0, 1)).flatMap((place) =>
    KINDS.filter((_, at) => (IS_LONG ? place : turn) % 2 === at).map((kind) => ({ place, kind })),
  )
}

/** One of them, the one in the middle; `npm run chaos` takes all. */
export function fewStopsIn(stage: PlacedStage, played: ScenePlayed): Stop[] {
  const stops = stopsIn(stage, played)
  return IS_ALL ? stops : stops.slice(stops.length >> 1).slice(0, 1)
}

/** Of downtimes those that a stage is tried with: a part of them, so that all come up; `npm run chaos` takes all. */
export const downtimesOf = ({ turn }: PlacedStage, all: readonly number[], count: number): number[] =>
  all.filter((_, place) => IS_ALL || (place + turn) % all.length < count)

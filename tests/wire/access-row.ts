/** How is a row of the access matrix written? What all three ask, and how each of them ends. */

import type { ProblemName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"

export type Actor = "visitor" | "other" | "owner"
export type Fields = Record<string, string | number | boolean | object>
export type End = "done" | ProblemName
export interface Row {
  /** What all three ask. Left out: the call's own example. */
  ask?: (owner: Person, actor: Actor) => Fields | Promise<Fields>
  /** Run once before the three ask. */
  before?: (owner: Person) => Promise<unknown>
  visitor: End
  other: End
  owner: End
  /** More to be seen in the answers than their ends. */
  see?: (data: Record<Actor, unknown>) => void
}

export const everyone = { visitor: "done", other: "done", owner: "done" } as const
/** A user's own: each sees and does it with what is theirs. */
export const ownEach = { visitor: "SESSION", other: "done", owner: "done" } as const
/** The request is made once for an owner, and the same for all three. */
export function memo(make: (owner: Person) => Promise<Fields>): (owner: Person) => Promise<Fields> {
  const made = new WeakMap<Person, Promise<Fields>>()
  return (owner) => {
    const known = made.get(owner) ?? make(owner)
    made.set(owner, known)
    return known
  }
}

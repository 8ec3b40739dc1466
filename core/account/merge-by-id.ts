/** Joins the changes of one device to rows that an account has, by id: what nobody touched stays. */

/**
 * What is changed takes the place of the row with its id, what is new comes last; what another device added meanwhile
 * stays; of a row that both changed the later writer's stands; one that is changed after it was deleted elsewhere comes
 * back.
 * @example mergeById([a, b], { changed: [b2], removed: ["a"] }) // [b2]
 */
export function mergeById<Row extends { readonly id: string }>(
  kept: readonly Row[],
  changes: { changed: readonly Row[]; removed: readonly string[] },
): Row[] {
  const changed = new Map(changes.changed.map((row) => [row.id, row]))
  const removed = new Set(changes.removed)
  const merged: Row[] = []
  for (const row of kept) {
    const own = changed.get(row.id)
    changed.delete(row.id)
    if (own) merged.push(own)
    else if (!removed.has(row.id)) merged.push(row)
  }
  return [...merged, ...changed.values()]
}

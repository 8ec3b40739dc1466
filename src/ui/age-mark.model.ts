/** An age in few letters. */

export interface AgeParts {
  unit: "seconds" | "minutes" | "hours"
  count: number
}

/** `3_900` ms is 3 seconds; from two minutes on whole minutes, from two hours on whole hours. Never negative. */
export function ageParts(ageMs: number): AgeParts {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 120) return { unit: "seconds", count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return { unit: "minutes", count: minutes }
  return { unit: "hours", count: Math.floor(minutes / 60) }
}

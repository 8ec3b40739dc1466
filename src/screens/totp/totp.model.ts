/** The secret, spaced so that a person can type it. */

const GROUP = 4

/** `JBSWY3DPEHPK3PXP` → `JBSW`, `Y3DP`, …: four letters at a time, the last group may be shorter. */
export function secretGroups(secret: string): string[] {
  const groups: string[] = []
  for (let start = 0; start < secret.length; start += GROUP) groups.push(secret.slice(start, start + GROUP))
  return groups
}

/** Steps that read well. */

/**
 * The least of 1, 2 or 5 × 10ⁿ (n ≥ 0) that reaches `least`.
 * @example roundStep(135) // 200
 */
export function roundStep(least: number): number {
  if (!(least > 1)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
}

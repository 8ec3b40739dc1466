/** The interval of a ratio, from the rounds in which both sides took turns. */

/**
 * Least and greatest ratio of the rounds: each of ours with the one measured beside it, so that a slow minute of the
 * machine is both sides'. Undefined of fewer than two rounds, which say nothing of how they scatter.
 */
export function pairedInterval(
  ours: readonly number[],
  against: readonly number[],
): readonly [low: number, high: number] | undefined {
  const rounds = ours.slice(0, against.length).map((value, round) => value / (against[round] ?? Number.NaN))
  const known = rounds.filter(Number.isFinite)
  return known.length < 2 ? undefined : [Math.min(...known), Math.max(...known)]
}

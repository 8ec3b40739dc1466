/** Integer division with a named rounding: down, up, to the nearest. */

/** Towards minus infinity. The divisor is positive. */
export function divideDown(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient
}

/** Towards plus infinity. The divisor is positive. */
export function divideUp(value: bigint, by: bigint): bigint {
  return value > 0n ? (value + by - 1n) / by : value / by
}

/**
 * To the nearest whole number, half away from zero. The divisor is positive.
 * @example divideNearest(-5n, 2n) // -3n
 */
export function divideNearest(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value
  const quotient = (2n * size + by) / (2n * by)
  return value < 0n ? -quotient : quotient
}

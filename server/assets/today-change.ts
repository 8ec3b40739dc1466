/** Today's change of an account (L8). */

interface TodayChange {
  /** 1e-8 USDT, signed. */
  amount: bigint
  /** In hundredths of a per cent; undefined: there was nothing to gain or lose by. */
  percent: bigint | undefined
}

/**
 * `worth now − worth at the close − net put in`, and its part of the worth at the close with what was put in on balance. All
 * in 1e-8 USDT.
 */
export function todayChange(now: bigint, close: bigint, netIn: bigint): TodayChange {
  const amount = now - close - netIn
  const ground = close + (netIn > 0n ? netIn : 0n)
  return { amount, percent: ground > 0n ? nearest(amount * 10_000n, ground) : undefined }
}

/** To the nearest whole number, half away from zero; the divisor is above zero. */
function nearest(value: bigint, divisor: bigint): bigint {
  const size = ((value < 0n ? -value : value) * 2n + divisor) / (divisor * 2n)
  return value < 0n ? -size : size
}

/** Remaining time as text. One clock for the live candle, the next funding, and whatever ends later. */

/**
 * mm:ss under an hour, hh:mm:ss above, days in front from 24 h on; never below nothing, which is
 * where it stays until the next moment is known. `hasHours` keeps the hours at 00, for columns that stand still.
 */
export function timeLeft(leftMs: number, { hasHours = false } = {}): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (value: number) => String(value).padStart(2, "0")
  const days = Math.floor(left / 86_400)
  const hours = Math.floor(left / 3600) % 24
  const clock = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`
  if (days > 0) return `${days}d ${two(hours)}:${clock}`
  return hours > 0 || hasHours ? `${two(hours)}:${clock}` : clock
}

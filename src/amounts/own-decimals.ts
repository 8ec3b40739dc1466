/**
 * With how many decimals is an own amount shown? One rule for all of them: a coin by the lot of its markets, a quote
 * currency by cents. What one has is cut, so that nobody is shown more; what one pays is raised, so that nobody is shown less.
 */

/** Of a currency that is only ever a quote. */
export const QUOTE_DECIMALS = 2
/** Of an amount below one these stay, whatever the currency: a fee of 0.00123456 is not 0.00. */
const LEAST_FIGURES = 3

interface Catalogue {
  readonly all: readonly { readonly base: string; readonly quote: string; readonly lot: string }[]
}

const known = new WeakMap<Catalogue, ReadonlyMap<string, number>>()

/** Undefined while nothing is listed, and of a currency without a market: all that came over the wire. */
export function ownDecimals(currency: string, catalogue: Catalogue | null): number | undefined {
  if (!catalogue) return undefined
  const decimals = known.get(catalogue) ?? decimalsByCurrency(catalogue)
  known.set(catalogue, decimals)
  return decimals.get(currency)
}

function decimalsByCurrency({ all }: Catalogue): Map<string, number> {
  const decimals = new Map(all.map(({ quote }) => [quote, QUOTE_DECIMALS]))
  const bases = new Map<string, number>()
  for (const { base, lot } of all)
    bases.set(base, Math.max(bases.get(base) ?? 0, lot.split(".")[1]?.length ?? 0))
  for (const [base, count] of bases) decimals.set(base, count)
  return decimals
}

/**
 * A plain wire decimal cut to so many decimals; of one below 1 at least three figures stay.
 * @example cutDecimal("9035.85576676", 2) // "9035.85"
 * @example cutDecimal("0.00123456", 2) // "0.00123"
 */
export const cutDecimal = (text: string, decimals: number | undefined): string => shortened(text, decimals)

/**
 * The same rounded up, away from zero: for what something costs.
 * @example raiseDecimal("67.28112", 2) // "67.29"
 * @example raiseDecimal("0.00123456", 2) // "0.00124"
 */
export const raiseDecimal = (text: string, decimals: number | undefined): string =>
  shortened(text, decimals, true)

function shortened(text: string, decimals: number | undefined, isUp = false): string {
  const match = /^(-?)(\d+)\.(\d+)$/.exec(text)
  if (!match || decimals === undefined) return text
  const [, minus = "", whole = "0", fraction = ""] = match
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const isTiny = /^0+$/.test(whole) && zeros < fraction.length
  const count = isTiny ? Math.max(decimals, zeros + LEAST_FIGURES) : decimals
  const kept = fraction.slice(0, count)
  const isRaised = isUp && /[1-9]/.test(fraction.slice(count))
  const digits = String(BigInt(whole + kept) + (isRaised ? 1n : 0n)).padStart(whole.length + kept.length, "0")
  const point = digits.length - kept.length
  return `${minus}${digits.slice(0, point)}${kept === "" ? "" : `.${digits.slice(point)}`}`
}

/** Reads numbers that a person typed. Both decimal marks are understood; what could be two numbers is neither. */

import { formatSteps, parseAmount, parseSteps } from "./steps.ts"
import type { Amount } from "./units.ts"

/** The mark before the decimals where the person is, as their page writes numbers. */
export type DecimalMark = "." | ","

/**
 * - `empty`: nothing typed yet.
 * - `number`: plain wire text, all typed decimals kept.
 * - `ambiguous`: one mark before exactly three figures that may part thousands or decimals; both readings as plain text.
 * - `wrong`: no positive decimal number.
 */
export type Typed =
  | { kind: "empty" }
  | { kind: "number"; text: string }
  | { kind: "ambiguous"; whole: string; decimal: string }
  | { kind: "wrong" }

type NotANumber = Exclude<Typed, { kind: "number" }>

/** What a typed number can be that the field can't take; `too-fine`: more decimals than its step has. */
type OutOfRange = { kind: "zero" } | { kind: "too-large" } | { kind: "too-fine"; below: string | undefined }

/** A typed price or quantity. `text`: with all decimals of the step, as it is sent. */
export type TypedSteps = NotANumber | OutOfRange | { kind: "number"; steps: number; text: string }

/** A typed amount of money, in 1e-8. `text`: as it is sent. */
export type TypedAmount = NotANumber | OutOfRange | { kind: "number"; units: Amount; text: string }

/**
 * Reads typed text as a whole number of steps. Nothing is rounded: of what is finer, `below` is the next whole step below
 * it as wire text, undefined where that is nothing.
 * @param step in 1e-8
 */
export function readTypedSteps(typed: string, decimalMark: DecimalMark, step: bigint): TypedSteps {
  const read = readTyped(typed, decimalMark)
  if (read.kind !== "number") return read
  const parsed = parseSteps(read.text, step)
  if (parsed.ok && parsed.value === 0) return { kind: "zero" }
  if (parsed.ok) return { kind: "number", steps: parsed.value, text: formatSteps(parsed.value, step) }
  return outOfRange(parsed.problem, read.text, step)
}

/** As {@link readTypedSteps}, for an amount of money: its step is 1e-8. */
export function readTypedAmount(typed: string, decimalMark: DecimalMark): TypedAmount {
  const read = readTyped(typed, decimalMark)
  if (read.kind !== "number") return read
  const parsed = parseAmount(read.text)
  if (parsed.ok && parsed.value === 0n) return { kind: "zero" }
  // The wire takes up to 16 decimals; zeros behind the eighth would only be noise.
  if (parsed.ok) return { kind: "number", units: parsed.value, text: read.text.replace(/(\.\d{8})0+$/, "$1") }
  return outOfRange(parsed.problem, read.text, 1n)
}

function outOfRange(
  problem: "FORMAT" | "PRECISION" | "AMOUNT_LIMIT",
  text: string,
  step: bigint,
): OutOfRange | { kind: "wrong" } {
  if (problem === "FORMAT") return { kind: "wrong" }
  if (problem === "AMOUNT_LIMIT") return { kind: "too-large" }
  const [whole = "", fraction = ""] = text.split(".")
  const down = parseAmount(fraction === "" ? whole : `${whole}.${fraction.slice(0, 8)}`)
  const count = down.ok ? down.value / step : 0n
  return { kind: "too-fine", below: count > 0n ? formatSteps(Number(count), step) : undefined }
}

/** Longer than any price or amount of the exchange. */
const LENGTH_MAX = 40
/** What a letter behind the figures stands for, as traders write it: `10k`, `1.5M`; in figures that the point moves by. */
const LETTERS: Readonly<Record<string, number>> = { k: 3, m: 6 }
/** Blanks and apostrophes part thousands in some languages; nobody takes them for decimals. */
const PARTING = /[\s\u00a0\u2009\u202f'’]/g

/**
 * Reads typed or pasted text. `k` behind it makes thousands of it, `m` millions.
 * Grouping is understood where it can be nothing else (`67,284.1`, `67.284,1`, `1,234,567`).
 * One mark before exactly three figures is decimal where it is the page's own decimal mark, else ambiguous:
 * in English `1,234` is refused and `1.234` is one and a bit, in German the other way round. `0,123` and `1234,567`
 * group nothing and are decimal anywhere.
 * @example readTyped("67283,5", ".") // { kind: "number", text: "67283.5" }
 */
export function readTyped(typed: string, decimalMark: DecimalMark): Typed {
  const text = typed.normalize("NFKC").trim()
  if (text === "") return { kind: "empty" }
  const places = LETTERS[text.slice(-1).toLowerCase()]
  if (places === undefined) return readFigures(text, decimalMark)
  const read = readFigures(text.slice(0, -1).trimEnd(), decimalMark)
  if (read.kind === "number") return { ...read, text: movePoint(read.text, places) }
  if (read.kind !== "ambiguous") return read
  return { ...read, whole: movePoint(read.whole, places), decimal: movePoint(read.decimal, places) }
}

/** Plain wire text, multiplied by 10 to the power of `places`. */
function movePoint(text: string, places: number): string {
  const [whole = "", fraction = ""] = text.split(".")
  const moved = fraction.padEnd(places, "0")
  return plain(whole + moved.slice(0, places), moved.slice(places)).text
}

function readFigures(text: string, decimalMark: DecimalMark): Typed {
  const bare = text.replace(PARTING, "")
  const isParted = bare !== text
  if (bare.length > LENGTH_MAX || !/^[\d.,]*\d[\d.,]*$/.test(bare)) return { kind: "wrong" }
  if (isParted && !isGroupedByBlanks(text)) return { kind: "wrong" }
  const dots = bare.split(".").length - 1
  const commas = bare.split(",").length - 1
  if (dots === 0 && commas === 0) return plain(bare, "")
  if (dots > 0 && commas > 0) return readBoth(bare)
  const mark = dots > 0 ? "." : ","
  if (dots + commas > 1) return isParted ? { kind: "wrong" } : readGroups(bare, mark)
  const [whole = "", fraction = ""] = bare.split(mark)
  if (isParted || mark === decimalMark || !isGroup(whole, fraction)) return plain(whole, fraction)
  return { kind: "ambiguous", whole: whole + fraction, decimal: `${whole}.${fraction}` }
}

/** The later mark is the decimal one and stands once; the other parts thousands. */
function readBoth(text: string): Typed {
  const decimal = text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ","
  const [whole = "", fraction = "", ...more] = text.split(decimal)
  if (more.length > 0) return { kind: "wrong" }
  const groups = readGroups(whole, decimal === "." ? "," : ".")
  return groups.kind === "number" ? plain(groups.text, fraction) : groups
}

/** `1,234,567`: one to three figures, then threes. */
function readGroups(text: string, mark: "." | ","): Typed {
  const [first = "", ...rest] = text.split(mark)
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? plain(first + rest.join(""), "") : { kind: "wrong" }
}

/** `67 284,10` or `67'284.10`, pasted from somewhere: threes after the first. */
const isGroupedByBlanks = (text: string) => /^\d{1,3}(?:\D\d{3})+(?:[.,]\d*)?$/u.test(text)

/** A single mark here may part thousands: `1,234`, not `0,123`, `1234,567` or `1,23`. */
const isGroup = (whole: string, fraction: string) => /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3

/** As the wire writes it: no needless zeros before, all decimals kept, `.5` is `0.5` and `5.` is `5`. */
function plain(whole: string, fraction: string): { kind: "number"; text: string } {
  const head = whole.replace(/^0+(?=\d)/, "") || "0"
  return { kind: "number", text: fraction === "" ? head : `${head}.${fraction}` }
}

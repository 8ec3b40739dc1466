/** What is typed and chosen of an alert, and the condition it makes: exact text in, wire text out. Plain functions. */

import type { AlertDirection, AlertSource, AlertWindow } from "#core/alert/alert-terms.ts"
import { formatAmount, signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { type DecimalMark, readTypedAmount } from "#core/money/typed-decimal.ts"
import type { PriceText, QuantityText } from "#core/money/units.ts"
import type { AlertCondition, AlertRow } from "#core/wire/alert.ts"
import type { Market } from "#core/wire/market.ts"
import type { Problem } from "#core/wire/problem.ts"
import { fieldText } from "../../text/typed-number.ts"
import type { FieldProblem } from "../../ticket/field-reading.ts"

/** A drawn line has points that nobody types. */
export const DRAFT_KINDS = ["price", "change", "volume", "funding", "margin", "fill"] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** What makes the condition; all of it is kept while the kind changes. */
export interface DraftTerms {
  kind: DraftKind
  /** Id; empty: the cross account (`margin`), any market (`fill`). */
  instrument: string
  source: AlertSource
  /** Of a change `below` is a fall, everything else a rise. */
  direction: AlertDirection
  minutes: AlertWindow
  /** As typed; in percent where the condition has a share. */
  level: string
}

export const newTerms = (instrument: string): DraftTerms => ({
  kind: "price",
  instrument,
  source: "last",
  direction: "above",
  minutes: 60,
  level: "",
})

/** The terms of a condition as they would have been typed; undefined of a drawn line. */
export function termsTyped(condition: AlertCondition, language: string): DraftTerms | undefined {
  if (condition.kind === "line") return undefined
  const { kind, instrument } = condition
  const share = (text: string) => formatAmount(signedUnitsOf(text) * 100n)
  const level = (() => {
    switch (condition.kind) {
      case "price":
        return condition.price
      case "change":
        return share(condition.change)
      case "volume":
        return condition.volume
      case "funding":
        return share(condition.rate)
      case "margin":
        return share(condition.ratio)
      case "fill":
        return ""
    }
  })()
  return {
    ...newTerms(instrument),
    kind,
    ...("source" in condition && { source: condition.source }),
    ...("direction" in condition && { direction: condition.direction }),
    ...("minutes" in condition && { minutes: condition.minutes }),
    level: fieldText(level, language),
  }
}

export const sameTerms = (one: DraftTerms, other: DraftTerms): boolean =>
  (Object.keys(one) as (keyof DraftTerms)[]).every((name) => one[name] === other[name])

export const isShare = (kind: DraftKind): boolean =>
  kind === "change" || kind === "funding" || kind === "margin"
const isOfContracts = (kind: DraftKind): boolean => kind === "funding" || kind === "margin"
/** Whether it may be about no market in particular. */
export const hasWholeScope = (kind: DraftKind): boolean => kind === "margin" || kind === "fill"

/** Markets that an alert of this kind may watch, in the server's order. */
export const marketsFor = (kind: DraftKind, all: readonly Market[]): Market[] =>
  all.filter((each) => each.kind === "perpetual" || (each.kind === "spot" && !isOfContracts(kind)))

/**
 * Terms after a choice: one that doesn't fit any more gives way to the nearest that does. A figure of another unit is dropped: 5 %
 * is no price.
 */
export function chosenTerms(
  before: DraftTerms,
  change: Partial<DraftTerms>,
  all: readonly Market[],
): DraftTerms {
  const next = { ...before, ...change }
  const markets = marketsFor(next.kind, all)
  const isListed = markets.some(({ id }) => id === next.instrument)
  const isWhole = next.instrument === "" && hasWholeScope(next.kind)
  if (!isListed && !isWhole) {
    const pair = next.instrument.split("_").slice(0, 2).join("_")
    const near = markets.find(({ id }) => id.startsWith(`${pair}_`)) ?? markets[0]
    next.instrument = hasWholeScope(next.kind) ? "" : (near?.id ?? "")
  }
  const listed = markets.find(({ id }) => id === next.instrument)
  if (listed?.kind !== "perpetual") next.source = "last"
  if (next.kind === "change" && next.direction === "cross") next.direction = "above"
  if (next.kind !== before.kind) next.level = ""
  return next
}

export type TermsReading =
  | { condition: AlertCondition; problem?: undefined }
  /** `empty`: nothing typed so far. */
  | { condition?: undefined; problem: FieldProblem | { kind: "empty" } }

/** The condition as it is sent, or what is wrong with it, as the server would say it (J1). */
export function readTerms(terms: DraftTerms, mark: DecimalMark): TermsReading {
  const { kind, instrument, source, direction, minutes } = terms
  if (kind === "fill") return { condition: { kind, instrument } }
  const read = readLevel(terms, mark)
  if (read.problem) return read
  const { text } = read
  switch (kind) {
    case "price":
      return { condition: { kind, instrument, source, direction, price: text as PriceText } }
    case "change":
      return {
        condition: {
          ...{ kind, instrument, minutes, change: text },
          direction: direction === "below" ? "below" : "above",
        },
      }
    case "volume":
      return { condition: { kind, instrument, minutes, volume: text as QuantityText } }
    case "funding":
      return { condition: { kind, instrument, direction, rate: text } }
    case "margin":
      return { condition: { kind, instrument, ratio: text } }
  }
}

/** A share of a thousand and more has no place on the wire. */
const SHARE_END = 1000n * 100_000_000n
const MINUS = /^\s*[-\u2212\u2013]/

type LevelReading = { text: string; problem?: undefined } | { problem: FieldProblem | { kind: "empty" } }

const refused = (name: Problem["name"]): LevelReading => ({
  problem: { kind: "refusal", problem: { name } },
})

/** Only a funding rate may be nothing, or less. */
function readLevel({ kind, level }: DraftTerms, mark: DecimalMark): LevelReading {
  const isSigned = kind === "funding"
  const isNegative = isSigned && MINUS.test(level)
  const read = readTypedAmount(isNegative ? level.replace(MINUS, "") : level, mark)
  switch (read.kind) {
    case "empty":
      return { problem: { kind: "empty" } }
    case "wrong":
      return { problem: { kind: "unreadable" } }
    case "ambiguous":
      return {
        problem: { kind: "ambiguous", typed: level.trim(), whole: read.whole, decimal: read.decimal },
      }
    case "too-fine":
      return refused("PRECISION")
    case "too-large":
      return refused("ALERT_TERMS")
    case "zero":
      return isSigned ? { text: "0" } : refused("ALERT_TERMS")
    case "number": {
      const units = isNegative ? -read.units : read.units
      if (!isShare(kind)) return { text: formatAmount(units) }
      if (units % 100n !== 0n) return refused("PRECISION")
      const share = units / 100n
      return read.units / 100n < SHARE_END ? { text: formatAmount(share) } : refused("ALERT_TERMS")
    }
  }
}

/**
 * Would it fire at once at this last price (J2)? False where the price isn't what it waits for, or isn't known.
 * @param last wire text
 */
export function isReachedAt(condition: AlertCondition, last: string | null): boolean {
  if (condition.kind !== "price" || condition.source !== "last" || !last) return false
  const [level, now] = [unitsOf(condition.price), unitsOf(last)]
  if (condition.direction === "cross") return now === level
  return condition.direction === "above" ? now >= level : now <= level
}

/** Armed and paused ones, which count, the newest first. */
export const activeAlerts = (rows: readonly AlertRow[]): AlertRow[] =>
  rows.filter(({ state }) => state === "armed" || state === "paused").toReversed()

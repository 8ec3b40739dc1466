/** What the tables of the operator's command line are written with: a command, how its words are read, how an answer is shown. */

import type { AskOf, ResponseOf } from "#core/wire/index.ts"
import type { operatorEndpoints as calls, OperatorEndpointName } from "#core/wire/operator-calls.ts"

/** What was typed, read: words without a dash, and options with their values. */
export interface Given {
  words: readonly string[]
  options: Readonly<Record<string, string | true | undefined>>
}

export interface Command {
  /** As help shows it. */
  usage: string
  meaning: string
  /** Options that it takes, besides `--json`. */
  options: readonly string[]
  /** Options without a value. */
  flags?: readonly string[]
  /** Words that it needs. */
  words: number
  call: OperatorEndpointName
  /** What a refusal means here, where the server's own words are too general. */
  refused?: string
  ask(given: Given): Record<string, unknown>
  /** The answer as lines for a person. */
  show(answer: never): string[]
}

type CallName = OperatorEndpointName
export const command = <Name extends CallName>(
  row: Omit<Command, "call" | "ask" | "show"> & {
    call: Name
    ask(given: Given): AskOf<(typeof calls)[Name]>
    show(answer: ResponseOf<(typeof calls)[Name]>): string[]
  },
): Command => row as Command

export const user = ({ words: [user = ""] }: Given) => ({ user })
export const reason = ({ options }: Given) => text(options.reason)
export const text = (value: string | true | undefined): string => (typeof value === "string" ? value : "")
export const optional = <Key extends string>(key: Key, { options }: Given) => {
  const value = options[key]
  return (typeof value === "string" ? { [key]: value } : {}) as Partial<Record<Key, string>>
}
/** Without an offset it is UTC; what is no time is sent as −1, for the server to refuse. */
export const timeAt = <Key extends string>(key: Key, given: string | true | undefined) => {
  if (given === undefined) return {}
  const typed = text(given)
  const time = Date.parse(/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(typed) ? `${typed}Z` : typed)
  return { [key]: typed === "none" ? 0 : Number.isNaN(time) ? -1 : time } as Partial<Record<Key, number>>
}
export const date = (time: number): string =>
  time === 0 ? "–" : new Date(time).toISOString().slice(0, 19).concat("Z")
/** Names and values under each other, the values in one column. */
export const list = (values: Record<string, unknown>): string[] => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${clean(value)}`)
}
/** What users wrote must not move the terminal's cursor. */
export const clean = (value: unknown): string => {
  const shown = value === true ? "yes" : value === false ? "no" : value === "" ? "–" : String(value)
  return shown.replace(/\p{C}/gu, "�")
}
export const table = (rows: readonly (readonly unknown[])[]): string[] => {
  const cells = rows.map((row) => row.map(clean))
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, place) => Math.max(cell.length, widest[place] ?? 0)),
    [],
  )
  return cells.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join("  ")
      .trimEnd(),
  )
}
export const more = (next: string): string[] => (next === "" ? [] : [`There are more: --cursor ${next}`])

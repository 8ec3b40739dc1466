/** Which columns of a table are shown, in which order and how wide: how a choice is read, and what a table makes of it. */

export interface Column {
  key: string
  /** Says what the row is about, or leads to money: it can be moved, never hidden. */
  isKept?: boolean
}

/** Of one table. A column that isn't named stands where it would without a choice. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
  /** In rem; left out: as wide as it would be without a choice. */
  widths: Readonly<Record<string, number>>
}

export type ColumnChoices = Readonly<Record<string, ColumnChoice>>

export const NO_CHOICE: ColumnChoice = { order: [], hidden: [], widths: {} }

/** In rem. */
export const WIDTH_LEAST = 2.5
export const WIDTH_MOST = 40
export const TABLES_MAX = 40
export const COLUMNS_MAX = 40

const NAME = /^[a-zA-Z][a-zA-Z0-9-]{0,39}$/

/** What was kept or sent, with everything left out that is no choice of columns. */
export function readColumnChoices(value: unknown): ColumnChoices {
  const choices: Record<string, ColumnChoice> = {}
  for (const [table, choice] of Object.entries(recordOf(value)).slice(0, TABLES_MAX))
    if (NAME.test(table)) choices[table] = readChoice(recordOf(choice))
  return choices
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const readChoice = ({ order, hidden, widths }: Record<string, unknown>): ColumnChoice => ({
  order: namesOf(order),
  hidden: namesOf(hidden),
  widths: Object.fromEntries(
    Object.entries(recordOf(widths))
      .slice(0, COLUMNS_MAX)
      .flatMap(([key, width]) =>
        NAME.test(key) && typeof width === "number" && Number.isFinite(width)
          ? [[key, heldWidth(width)] as const]
          : [],
      ),
  ),
})

const namesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, COLUMNS_MAX).filter((key) => typeof key === "string" && NAME.test(key)))]
    : []

/** In rem, within the bounds, to a hundredth. */
const heldWidth = (rem: number): number =>
  Math.round(Math.min(WIDTH_MOST, Math.max(WIDTH_LEAST, rem)) * 100) / 100

/** All columns in the chosen order: what the choice doesn't know comes behind the one that it follows otherwise. */
export function ordered<Each extends Column>(
  columns: readonly Each[],
  { order }: Pick<ColumnChoice, "order">,
): Each[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const all = order.flatMap((key) => byKey.get(key) ?? [])
  columns.forEach((column, at) => {
    if (all.includes(column)) return
    const before = columns[at - 1]
    all.splice(before ? all.indexOf(before) + 1 : 0, 0, column)
  })
  return all
}

export const isShown = ({ key, isKept = false }: Column, { hidden }: Pick<ColumnChoice, "hidden">): boolean =>
  isKept || !hidden.includes(key)

/** The columns that a table shows, in their order. */
export const arranged = <Each extends Column>(columns: readonly Each[], choice: ColumnChoice): Each[] =>
  ordered(columns, choice).filter((column) => isShown(column, choice))

/** The choice with a column in another place among all; beyond the ends it stays at the end. */
export function withMoved(
  columns: readonly Column[],
  choice: ColumnChoice,
  key: string,
  to: number,
): ColumnChoice {
  const order = ordered(columns, choice).map((column) => column.key)
  const from = order.indexOf(key)
  if (from < 0) return choice
  order.splice(from, 1)
  order.splice(Math.max(0, Math.min(order.length, to)), 0, key)
  return { ...choice, order }
}

export const withShown = (choice: ColumnChoice, key: string, isOn: boolean): ColumnChoice => ({
  ...choice,
  hidden: isOn ? choice.hidden.filter((each) => each !== key) : [...new Set([...choice.hidden, key])],
})

/** Widths in rem by key, on top of those that are chosen. */
export const withWidths = (choice: ColumnChoice, widths: Readonly<Record<string, number>>): ColumnChoice => ({
  ...choice,
  widths: {
    ...choice.widths,
    ...Object.fromEntries(Object.entries(widths).map(([key, rem]) => [key, heldWidth(rem)])),
  },
})

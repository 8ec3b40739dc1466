/** The commands that a text finds, in the order in which they are shown. Plain functions. */

const COMMAND_GROUPS = ["recent", "markets", "pages", "actions"] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  /** Of its own within all groups. */
  id: string
  group: CommandGroup
  title: string
  /** Beside the title, quieter: the kind of a market, say. */
  hint?: string
  /** Further words that find it and aren't shown. */
  also?: string
  run: () => void
}

export interface FoundGroup {
  group: CommandGroup
  commands: Command[]
}

/** So many of a group are shown; who wants another one types more. */
const SHOWN_MAX: Record<CommandGroup, number> = { recent: 8, markets: 8, pages: 60, actions: 60 }

/** Small letters without accents: who types "prefer" or "préfér" means the same. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()

/**
 * How well a command fits: 4 its title is what was typed, 3 begins with it, 2 a word of it does, 1 everything typed stands
 * somewhere in it; 0 it doesn't fit.
 */
function fitOf({ title, hint = "", also = "" }: Command, wanted: string): number {
  const name = fold(title)
  if (name === wanted) return 4
  if (name.startsWith(wanted)) return 3
  if (name.split(/[\s/]+/).some((word) => word.startsWith(wanted))) return 2
  const all = `${name} ${fold(hint)} ${fold(also)}`
  return wanted.split(/\s+/).every((word) => all.includes(word)) ? 1 : 0
}

/**
 * What is shown for `query`, group by group, the best first in each, the group with the best first. With nothing typed the
 * markets looked at last stand instead of all markets; with something typed it is the other way round.
 */
export function findCommands(commands: readonly Command[], query: string): FoundGroup[] {
  const wanted = fold(query.trim())
  const left: CommandGroup = wanted === "" ? "markets" : "recent"
  const groups = COMMAND_GROUPS.filter((group) => group !== left).map((group) => {
    const fitting = commands
      .filter((command) => command.group === group)
      .map((command) => ({ command, fit: wanted === "" ? 1 : fitOf(command, wanted) }))
      .filter((found) => found.fit > 0)
      .sort((one, other) => other.fit - one.fit)
    return { group, best: fitting[0]?.fit ?? 0, commands: fitting.map(({ command }) => command) }
  })
  return groups
    .filter((found) => found.commands.length > 0)
    .sort((one, other) => other.best - one.best)
    .map((found) => ({
      group: found.group,
      commands: found.commands.slice(0, SHOWN_MAX[found.group]),
    }))
}

/**
 * Bundles the files of a first visit into few chunks.
 * Left to itself the bundler cuts a chunk for every set of screens that
 * share a module: a score of files of some hundred bytes, each compressed alone. What the entry imports becomes one
 * chunk, and what home needs beside it a second one.
 */

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** src/ui/icon.tsx names every pictogram there is; those that the first visit doesn't draw come together, with the first screen that does. */
const PICTOGRAM = /lucide-react\/.*\/icons\//

/** Fields, sheets, lists: parts of the design system, the words around them, and what shows an answer or copies it. */
const PARTS = /\/src\/(ui|text|stores|api|lists)\//
/** What somebody's coins are worth now, shown by the asset center and beside their orders. */
const COINS = /\/src\/amounts\/(coin-figures|coin-market|live-rates)/
/** Fewer screens than these keep a part to themselves. */
const SCREENS_SHARING = 4

/** All modules that come with `start`; lazy imports are left out. */
function comingWith(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || PICTOGRAM.test(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Groups for the bundler's code splitting. @param home absolute path of home's door */
export function initialChunks(home: string) {
  let ofHome: Set<string> | undefined
  return [
    { name: "first", tags: ["$initial" as const], priority: 2 },
    {
      debugName: "home",
      name: (id: string, graph: ModuleGraph) => {
        ofHome ??= comingWith(home, graph)
        return ofHome.has(id) ? "home" : null
      },
      priority: 1,
    },
    // What is left of both is small and shared by many screens: apart, each piece is a request of some hundred bytes,
    // and its name stands in the first chunk's table of what to fetch with what (2.5 kB gz of hashes).
    { name: "icons", test: PICTOGRAM, priority: 0, includeDependenciesRecursively: false },
    { name: "coins", test: COINS, priority: 0, includeDependenciesRecursively: false },
    {
      name: "parts",
      test: PARTS,
      minShareCount: SCREENS_SHARING,
      priority: 0,
      includeDependenciesRecursively: false,
    },
  ]
}

/**
 * Bundles the files of a first visit into few chunks.
 * Left to itself the bundler cuts a chunk for every set of screens that share a module: fifty files for a trade screen,
 * each compressed alone, each a request of which HTTP/1.1 makes six at a time. What the entry imports becomes one chunk,
 * what home needs beside it a second one; screens with live prices share two more.
 */

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** src/ui/icon.tsx names every pictogram there is; those that the first visit doesn't draw come together, with the first screen that does. */
const PICTOGRAM = /lucide-react\/.*\/icons\//

/** The doors of the screens with many live prices; the candlesticks' has one and needs little of what these share. */
const LIVE = /\/src\/screens\/(spot|contract|option)-(?:market|trade)\//
/** Calls to the server and exact reckoning: hundreds of schemas are made when their file is first run, a second of a slow phone. */
export const HEAVY =
  /\/node_modules\/(?:zod|decimal\.js|@base-ui\/react|@tanstack\/(?:query-core|react-query))\//
/** What puts all but the first words on the screen: one file, without React, which comes with the first chunk. */
const TRANSLATOR = /\/node_modules\/(?:i18next|react-i18next)\/|\/src\/text\/translator\.ts$/
/** Large, and not needed by all who share the rest. */
const ALONE = /\/src\/panels\/chart\/|\/(?:lightweight-charts|fancy-canvas|trading-signals|react-virtuoso)\//

/** Fields, sheets, lists: parts of the design system, the words around them, and what shows an answer or copies it. */
const PARTS = /\/src\/(ui|text|stores|api|lists)\//
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

/** How many screens with live prices, and how many others, come with a module; of which kinds of markets the former are. */
interface Reach {
  live: number
  others: number
  kinds: Set<string>
}

/** @param routes absolute path of the table of all screens */
function reachOf(routes: string, graph: ModuleGraph): Map<string, Reach> {
  const reach = new Map<string, Reach>()
  for (const screen of graph.getModuleInfo(routes)?.dynamicallyImportedIds ?? []) {
    const live = LIVE.exec(screen)
    for (const id of comingWith(screen, graph)) {
      const known = reach.get(id) ?? { live: 0, others: 0, kinds: new Set<string>() }
      known[live ? "live" : "others"] += 1
      if (live?.[1]) known.kinds.add(live[1])
      reach.set(id, known)
    }
  }
  return reach
}

/**
 * Groups for the bundler's code splitting.
 * @param home absolute path of home's door
 * @param routes absolute path of the table of all screens
 */
export function initialChunks(home: string, routes: string) {
  let ofHome: Set<string> | undefined
  let reach: Map<string, Reach> | undefined
  const asks = new Map<string, boolean>()
  /** A chunk is run as a whole: a screen that only shows prices must not share one with calls. */
  const isHeavy = (id: string, graph: ModuleGraph): boolean => {
    const known = asks.get(id) ?? [...comingWith(id, graph)].some((one) => HEAVY.test(one))
    asks.set(id, known)
    return known
  }
  return [
    { name: "first", tags: ["$initial" as const], priority: 3 },
    { name: "translator", test: TRANSLATOR, priority: 2, includeDependenciesRecursively: false },
    {
      debugName: "home",
      name: (id: string, graph: ModuleGraph) => {
        ofHome ??= comingWith(home, graph)
        return ofHome.has(id) ? "home" : null
      },
      priority: 2,
    },
    // What any screen imports comes at least to as many screens as itself: so neither of the two needs the other's screens.
    {
      debugName: "live",
      name: (id: string, graph: ModuleGraph) => {
        reach ??= reachOf(routes, graph)
        const known = reach.get(id)
        if (!known || ALONE.test(id)) return null
        if (known.live > 0 && isHeavy(id, graph)) return `calls-${[...known.kinds].toSorted().join("-")}`
        if (known.live > 0 && known.others > 0) return "shared"
        return known.live > 1 ? "live" : null
      },
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // What is left is small and shared by many screens: apart, each piece is a request of some hundred bytes, and its
    // name stands in the first chunk's table of what to fetch with what (2.5 kB gz of hashes).
    { name: "icons", test: PICTOGRAM, priority: 0, includeDependenciesRecursively: false },
    {
      debugName: "parts",
      name: (id: string, graph: ModuleGraph) => (PARTS.test(id) && !isHeavy(id, graph) ? "parts" : null),
      minShareCount: SCREENS_SHARING,
      priority: 0,
      includeDependenciesRecursively: false,
    },
  ]
}

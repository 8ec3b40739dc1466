/** Counts how often React commits something under a node: what a price tick may cost is said in commits. */

import { Profiler, type ReactNode } from "react"

export interface Commits {
  /** Wraps what is counted. */
  Counted: (props: { children: ReactNode }) => ReactNode
  /** Since the last asking. */
  taken: () => number
}

export function countCommits(): Commits {
  let count = 0
  const rendered = () => {
    count += 1
  }
  return {
    Counted: ({ children }) => (
      <Profiler id="counted" onRender={rendered}>
        {children}
      </Profiler>
    ),
    taken: () => {
      const taken = count
      count = 0
      return taken
    },
  }
}

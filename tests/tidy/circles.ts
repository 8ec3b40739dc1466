/** Groups of nodes that lead back to each other: files that import in circles, rooms that stand on each other. */

/**
 * The strongly connected groups of more than one node (Tarjan's algorithm), each as its names, sorted.
 * @param graph node → nodes it leads to; those that are no node themselves are passed over
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    lowest.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      const reached = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? own) : own) : visit(next)
      lowest.set(node, Math.min(lowest.get(node) ?? own, reached))
    }
    const low = lowest.get(node) ?? own
    if (low < own) return low
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort().join(" ⇄ "))
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found.sort()
}

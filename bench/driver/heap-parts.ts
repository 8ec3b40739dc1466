/**
 * Divides a heap snapshot: what a program keeps, and what the engine keeps to run it. A page that retains what it was sent has more of
 * the first. The second grows for many minutes by itself, as one function after the other has run often enough to be compiled.
 */

export interface HeapParts {
  /** Objects, texts, numbers, functions with what they hold, and buffers, bytes. */
  objects: number
  /** Bytecode, machine code, what was learned of types, shapes of objects, bytes. */
  engine: number
}

/** Types of nodes that are neither the program's nor outside of the heap. */
const ENGINE = new Set(["code", "object shape", "hidden"])
/** Their memory is the browser's (elements, styles), which the heap's figure doesn't count, or nobody's. */
const OUTSIDE = new Set(["native", "synthetic"])
/** The engine's own nodes among the native ones; buffers are the program's. */
const ENGINE_NAME = "system / "
const BUFFER_NAME = "system / JSArrayBufferData"

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
  strings: string[]
}

/** `text`: a snapshot as `HeapProfiler.takeHeapSnapshot` tells it. */
export function heapParts(text: string): HeapParts {
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, nameAt, sizeAt] = ["type", "name", "self_size"].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const parts: HeapParts = { objects: 0, engine: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? -1] ?? ""
    const name = strings[nodes[at + nameAt] ?? -1] ?? ""
    const size = nodes[at + sizeAt] ?? 0
    const isNative = OUTSIDE.has(type)
    if (ENGINE.has(type)) parts.engine += size
    else if (!isNative || name === BUFFER_NAME) parts.objects += size
    else if (name.startsWith(ENGINE_NAME)) parts.engine += size
  }
  return parts
}

/** Checks how the nodes of a heap snapshot are divided. */

import { expect, test } from "vitest"
import { heapParts } from "./heap-parts.ts"

const TYPES = ["object", "string", "code", "object shape", "native", "synthetic"]

test("what a program keeps is counted apart from what the engine keeps to run it", () => {
  const rows: [type: string, name: string, size: number][] = [
    ["object", "Array", 1],
    ["string", "67284.1", 2],
    ["native", "system / JSArrayBufferData", 4],
    ["code", "system / InstructionStream", 10],
    ["object shape", "system / Map", 20],
    ["native", "system / WeakArrayList", 40],
    // Not in the heap that is measured: elements belong to the browser.
    ["native", "HTMLDivElement", 100],
    ["synthetic", "(GC roots)", 200],
  ]
  const strings = rows.map(([, name]) => name)
  const snapshot = {
    snapshot: { meta: { node_fields: ["type", "name", "id", "self_size"], node_types: [TYPES, "string"] } },
    nodes: rows.flatMap(([type, , size], at) => [TYPES.indexOf(type), at, 2 * at + 1, size]),
    strings,
  }
  expect(heapParts(JSON.stringify(snapshot))).toEqual({ objects: 7, engine: 70 })
})

/** Adds counters to JavaScript, one at each place where the code may go on or not, so that a fuzzer sees how far an input came. */

/** A node of a syntax tree (ESTree), as rolldown's parser makes it. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Instrumented {
  code: string
  /** Counters that it uses, from `first` on. */
  count: number
  /** Texts that stand in the code: what an input is compared with may be among them. */
  words: readonly string[]
}

/** The counters, of which the code takes hold as it is loaded. */
export const COUNTERS = "sakerFuzzCounters"
export const COUNTERS_MAX = 65_536
const WORD_LENGTH_MAX = 40

interface Insertion {
  at: number
  text: string
}

/** @param first number of its first counter */
export function instrument(code: string, program: SyntaxNode, first: number): Instrumented {
  const insertions: Insertion[] = []
  const words = new Set<string>()
  let next = first
  const insert = (at: number, text: string) => insertions.push({ at, text })
  const count = () => {
    next += 1
    return `$saker[${next - 1}]++`
  }

  function around(node: SyntaxNode, before: string, behind: string): void {
    insert(node.start, before)
    insert(node.end, behind)
  }
  const countStatement = (node: SyntaxNode) => {
    if (node.type === "BlockStatement") insert(node.start + 1, `${count()};`)
    else around(node, `{${count()};`, "}")
  }
  const countExpression = (node: SyntaxNode) => around(node, `(${count()},`, ")")

  function countIn(node: SyntaxNode): void {
    switch (node.type) {
      case "IfStatement":
        countStatement(node.consequent as SyntaxNode)
        if (node.alternate) countStatement(node.alternate as SyntaxNode)
        else insert(node.end, ` else {${count()}}`)
        break
      case "ConditionalExpression":
        countExpression(node.consequent as SyntaxNode)
        countExpression(node.alternate as SyntaxNode)
        break
      case "LogicalExpression":
        countExpression(node.right as SyntaxNode)
        break
      case "SwitchCase": {
        const [begin] = node.consequent as SyntaxNode[]
        if (begin) insert(begin.start, `${count()};`)
        break
      }
      case "CatchClause":
      case "ForStatement":
      case "ForOfStatement":
      case "ForInStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        countStatement(node.body as SyntaxNode)
        break
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression": {
        const body = node.body as SyntaxNode
        if (body.type === "BlockStatement") countStatement(body)
        else countExpression(body)
      }
    }
  }

  function visit(node: SyntaxNode): void {
    const word = wordOf(node)
    if (word !== undefined && word !== "" && word.length <= WORD_LENGTH_MAX) words.add(word)
    if (node.type.startsWith("Import") || node.type.startsWith("ExportAll")) return
    for (const child of childrenOf(node)) visit(child)
    countIn(node)
  }
  visit(program)
  const head = `const $saker = globalThis.${COUNTERS};\n`
  return { code: head + withInsertions(code, insertions), count: next - first, words: [...words] }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string"

const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** Texts and numbers, and the names of fields that are taken out of an object. */
function wordOf(node: SyntaxNode): string | undefined {
  if (node.type === "Literal")
    return typeof node.value === "string" || typeof node.value === "number" ? String(node.value) : undefined
  const key = node.type === "Property" ? (node.key as SyntaxNode) : undefined
  return key?.type === "Identifier" ? String(key.name) : undefined
}

/**
 * What is put in at one place: what a node within has put at its end comes before what the node around it puts there, and at a
 * beginning the one around it comes first. Nodes are told innermost first, so a beginning goes by the opposite order.
 */
function withInsertions(code: string, insertions: readonly Insertion[]): string {
  const sorted = insertions.map((one, place) => ({ ...one, place, opens: /[{(,;]$/.test(one.text) }))
  sorted.sort((one, other) => {
    if (one.at !== other.at) return one.at - other.at
    if (one.opens !== other.opens) return one.opens ? 1 : -1
    return one.opens ? other.place - one.place : one.place - other.place
  })
  let result = ""
  let from = 0
  for (const { at, text } of sorted) {
    result += code.slice(from, at) + text
    from = at
  }
  return result + code.slice(from)
}

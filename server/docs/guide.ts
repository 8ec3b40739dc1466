/** The guide of the documents: what no schema states, with this server's own figures. */

import { callSections } from "./guide-calls.ts"
import { bookSection, candleSection, listSection, tradeSection } from "./guide-market.ts"
import { proofSection } from "./guide-proof.ts"
import type { Block, DocumentSettings, Section } from "./guide-section.ts"
import { socketSections } from "./guide-socket.ts"
import { privateSection, tradingSections } from "./guide-trading.ts"

export interface Guide {
  http: readonly Section[]
  socket: readonly Section[]
}

export const writeGuide = (settings: DocumentSettings): Guide => ({
  http: [...callSections(settings), ...tradingSections(settings), proofSection],
  socket: [
    ...socketSections(settings),
    privateSection,
    bookSection,
    tradeSection,
    candleSection,
    listSection,
  ],
})

/** For the `description` of both documents, which is CommonMark. */
export const asMarkdown = (sections: readonly Section[]): string =>
  sections.map(({ title, blocks }) => [`## ${title}`, ...blocks.map(markdownOf)].join("\n\n")).join("\n\n")

function markdownOf(block: Block): string {
  if (typeof block === "string") return block
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n")
  if ("steps" in block) return block.steps.map((item, place) => `${place + 1}. ${item}`).join("\n")
  if ("code" in block) return `${block.says}:\n\n\`\`\`\n${block.code}\n\`\`\``
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return [line(block.head), line(block.head.map(() => "---")), ...block.rows.map(line)].join("\n")
}

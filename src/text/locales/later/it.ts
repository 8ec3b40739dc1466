/** All words but those that stand on the page first, in one chunk: `it`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/it/*.json", "!../../../../locales/it/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

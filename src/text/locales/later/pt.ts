/** All words but those that stand on the page first, in one chunk: `pt`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/pt/*.json", "!../../../../locales/pt/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

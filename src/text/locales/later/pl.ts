/** All words but those that stand on the page first, in one chunk: `pl`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/pl/*.json", "!../../../../locales/pl/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

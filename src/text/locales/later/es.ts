/** All words but those that stand on the page first, in one chunk: `es`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/es/*.json", "!../../../../locales/es/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

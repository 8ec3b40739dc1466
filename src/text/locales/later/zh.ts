/** All words but those that stand on the page first, in one chunk: `zh`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/zh/*.json", "!../../../../locales/zh/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

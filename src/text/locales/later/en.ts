/** All words but those that stand on the page first, in one chunk: `en`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/en/*.json", "!../../../../locales/en/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

/** All words but those that stand on the page first, in one chunk: `fr`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/fr/*.json", "!../../../../locales/fr/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

/** All words but those that stand on the page first, in one chunk: `de`. */

export const words = import.meta.glob<Record<string, unknown>>(
  ["../../../../locales/de/*.json", "!../../../../locales/de/{app,home,mail}.json"],
  { eager: true, import: "default" },
)

/** All words of one language, in one chunk: `it`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/it/*.json", {
  eager: true,
  import: "default",
})

/** All words of one language, in one chunk: `fr`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/fr/*.json", {
  eager: true,
  import: "default",
})

/** All words of one language, in one chunk: `en`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/en/*.json", {
  eager: true,
  import: "default",
})

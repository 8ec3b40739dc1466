/** All words of one language, in one chunk: `de`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/de/*.json", {
  eager: true,
  import: "default",
})

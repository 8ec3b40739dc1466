/** All words of one language, in one chunk: `zh`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/zh/*.json", {
  eager: true,
  import: "default",
})

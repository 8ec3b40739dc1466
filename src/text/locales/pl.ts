/** All words of one language, in one chunk: `pl`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/pl/*.json", {
  eager: true,
  import: "default",
})

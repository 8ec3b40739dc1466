/** All words of one language, in one chunk: `es`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/es/*.json", {
  eager: true,
  import: "default",
})

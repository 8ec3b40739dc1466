/** All words of one language, in one chunk: `pt`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/pt/*.json", {
  eager: true,
  import: "default",
})

/** The words that stand on the page first, in one chunk: `es`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/es/{app,home}.json", {
  eager: true,
  import: "default",
})

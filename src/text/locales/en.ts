/** The words that stand on the page first, in one chunk: `en`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/en/{app,home}.json", {
  eager: true,
  import: "default",
})

/** The words that stand on the page first, in one chunk: `fr`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/fr/{app,home}.json", {
  eager: true,
  import: "default",
})

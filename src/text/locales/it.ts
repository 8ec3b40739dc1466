/** The words that stand on the page first, in one chunk: `it`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/it/{app,home}.json", {
  eager: true,
  import: "default",
})

/** The words that stand on the page first, in one chunk: `pl`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/pl/{app,home}.json", {
  eager: true,
  import: "default",
})

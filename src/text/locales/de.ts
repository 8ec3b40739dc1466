/** The words that stand on the page first, in one chunk: `de`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/de/{app,home}.json", {
  eager: true,
  import: "default",
})

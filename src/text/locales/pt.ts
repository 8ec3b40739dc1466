/** The words that stand on the page first, in one chunk: `pt`. */

export const words = import.meta.glob<Record<string, unknown>>("../../../locales/pt/{app,home}.json", {
  eager: true,
  import: "default",
})

/** Builds HTML with all text escaped. */

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | readonly Part[] | undefined | false

/** A template whose values are escaped unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(strings.map((text, place) => text + written(values[place])).join(""))

function written(part: Part): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(written).join("")
  return escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)

/** A sentence in which `code` is set apart. */
export const sentence = (text: string): Html =>
  html`${text.split("`").map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Renders an operator's Markdown to safe HTML: text, lists, tables, own pictures, links; no scripts. */

import { Marked } from "marked"
import sanitizeHtml from "sanitize-html"

/** Below the API's base: the files that the operator lays beside the texts. */
export const CONTENT_FILES_PATH = "/content/"

const markdown = new Marked({ gfm: true, async: false })

/** Markdown or HTML to HTML that is safe to show. */
export function renderHtml(text: string, format: "md" | "html"): string {
  const html = format === "md" ? (markdown.parse(text) as string) : text
  return sanitizeHtml(html, RULES).trim()
}

const RULES: sanitizeHtml.IOptions = {
  allowedTags: (
    "h2 h3 h4 p ul ol li dl dt dd a strong em b i s u code pre blockquote table thead tbody tr th td hr br " +
    "img figure figcaption sub sup"
  ).split(" "),
  allowedAttributes: {
    a: ["href", "rel", "target"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["colspan", "rowspan", "align"],
    td: ["colspan", "rowspan", "align"],
    ol: ["start"],
  },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  // Their text is no text of the article.
  nonTextTags: [
    "style",
    "script",
    "textarea",
    "option",
    "noscript",
    "template",
    "title",
    "iframe",
    "svg",
    "math",
  ],
  nestingLimit: 40,
  transformTags: {
    // The screen's title is the only first heading.
    h1: "h2",
    a: (_tag, { href = "" }) => ({ tagName: "a", attribs: linkOf(href) }),
    img: (_tag, { src = "", alt = "", width = "", height = "" }) => ({
      tagName: "img",
      attribs: {
        src: ownFile(src) ?? "",
        alt,
        loading: "lazy",
        ...(isSize(width) && isSize(height) ? { width, height } : {}),
      },
    }),
  },
  // The page's security policy shows pictures of its own origin only.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
}

const isSize = (text: string) => /^\d{1,4}$/.test(text)

/** `files/x.png` and `/content/x.png` are own files. */
function ownFile(address: string): string | undefined {
  const path = /^(?:\.?\/?files\/|\/content\/)([\w./-]+)$/.exec(address)?.[1]
  return path && !path.split("/").includes("..") ? CONTENT_FILES_PATH + path : undefined
}

/** Documents of the contract, which this server itself brings. */
const OWN_PAGES = ["/docs", "/openapi.json", "/asyncapi.json"]

/** Own files and pages, screens of the terminal, and whole addresses; another site opens beside and learns nothing of ours. */
function linkOf(href: string): Record<string, string> {
  const file = ownFile(href)
  if (file) return { href: file, target: "_blank", rel: "noopener" }
  if (OWN_PAGES.includes(href)) return { href, target: "_blank", rel: "noopener" }
  if (/^#\/[\w/]*(?:\?[\w=&-]*)?$/.test(href)) return { href }
  if (/^(?:mailto|tel):/i.test(href)) return { href }
  if (/^https?:\/\//i.test(href)) return { href, target: "_blank", rel: "noopener noreferrer nofollow" }
  return {}
}

/** What of an article's HTML gets onto this page? The server has sanitised it; this is the second belt. */

import createPurifier from "dompurify"

const purifier = createPurifier(window)

// Addresses below the API's base are whole only here, where the base is known.
let base = ""
purifier.addHook("afterSanitizeAttributes", (element) => {
  for (const name of ["href", "src"]) {
    const address = element.getAttribute(name)
    if (address?.startsWith("/") && !address.startsWith("//")) element.setAttribute(name, base + address)
  }
  if (element.getAttribute("target") === "_blank" && !element.getAttribute("rel"))
    element.setAttribute("rel", "noopener noreferrer")
})

/** HTML without anything that acts; own addresses lead to `apiBase`. */
export function safeHtml(html: string, apiBase: string): string {
  base = apiBase
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      "style",
      "form",
      "input",
      "button",
      "textarea",
      "select",
      "video",
      "audio",
      "source",
      "picture",
    ],
    FORBID_ATTR: ["style", "class", "id", "name", "srcset"],
    ADD_ATTR: ["target"],
    ALLOW_DATA_ATTR: false,
  })
}

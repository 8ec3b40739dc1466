/** A layout as part of an address: its text as base64url. The server never sees it, it stands behind the hash. */

import type { DeskLayout } from "#core/workspace/layout.ts"
import { sharedText } from "#core/workspace/layout-schema.ts"
import { formatSearch } from "../../places/screen-search.ts"

/** Where a shared layout is shown before it is taken. */
const SHARED_PLACE = "/pages/layout/index"

export const linkOf = (layout: DeskLayout): string =>
  `${window.location.origin}${window.location.pathname}#${SHARED_PLACE}${formatSearch({
    layout: codeOfLink(sharedText(layout)),
  })}`

/** `undefined`: this is no base64url of a text. */
export function textOfLink(code: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const codeOfLink = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "")

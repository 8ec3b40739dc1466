/** `/pages/layout/index?layout=…`: a layout of the desk that somebody has shared. */

import { readShared } from "#core/workspace/layout-schema.ts"
import { textOfLink } from "../../panels/desk/layout-link.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { LayoutView } from "./layout.view.tsx"

export function LayoutScreen() {
  const text = textOfLink(useScreenSearch().layout ?? "")
  return <LayoutView read={text === undefined ? { ok: false, problem: "foreign" } : readShared(text)} />
}

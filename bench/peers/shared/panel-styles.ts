/** Styles of the terminal's book and tape: the frame that row panels share and the panel's own classes, as one. */

import book from "#src/panels/book/book.module.css"
import tape from "#src/panels/tape/tape.module.css"
import shared from "#src/ui/row-panel.module.css"

type Classes = Readonly<Record<string, string>>

function joined(own: Classes): Classes {
  const names = new Set([...Object.keys(shared), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].map((name) => [name, `${shared[name] ?? ""} ${own[name] ?? ""}`.trim()]),
  )
}

export const bookStyles = joined(book)
export const tapeStyles = joined(tape)

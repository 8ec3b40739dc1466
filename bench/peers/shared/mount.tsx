/** Mounts a peer's page with the terminal's own styles, after its first data has been read. */

import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import "#src/styles/base.css"
import "#src/styles/tokens.css"

/** Renders into `#root`, as the terminal does. */
export function mount(page: ReactNode): void {
  document.documentElement.dataset.theme = "dark"
  document.documentElement.dataset.palette = "standard"
  const root = document.getElementById("root")
  if (!root) throw new Error("the page has no root")
  createRoot(root).render(<StrictMode>{page}</StrictMode>)
}

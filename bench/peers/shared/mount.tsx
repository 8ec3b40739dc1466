/** How does a peer's page begin? With the terminal's own styles, and with what it must read first. */

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

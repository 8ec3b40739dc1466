/** Who may see which screen, and where one goes instead. */

import { placeAt, type ScreenPath } from "./site.ts"

/** True when a visitor may open it. Judges every place by its own entry, not only the first ones of a list. */
export function mayVisit(path: ScreenPath, isLoggedIn: boolean): boolean {
  return isLoggedIn || placeAt(path).who !== "user"
}

/** Where back leads: in the app's own stack, else in the browser's history, else home. */
export type BackStep = "stack" | "history" | "home"

interface Past {
  /** Places behind this one that the app itself opened. */
  stackDepth: number
  /** Whether the browser has something behind the first of them. */
  hasHistory: boolean
}

export function backStep({ stackDepth, hasHistory }: Past): BackStep {
  if (stackDepth > 0) return "stack"
  return hasHistory ? "history" : "home"
}

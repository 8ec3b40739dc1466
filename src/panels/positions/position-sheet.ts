/** Which position's sheet is open. One at a time; a position that ends closes it. */

import { proxy } from "valtio"
import { forgetAction } from "../../order-news/position-actions.ts"

type PositionSheetKind = "close" | "margin" | "targets" | "reverse" | "light"

export const positionSheet = proxy<{ open: { id: number; kind: PositionSheetKind } | null }>({ open: null })

export function openPositionSheet(id: number, kind: PositionSheetKind): void {
  forgetAction(id)
  positionSheet.open = { id, kind }
}

export function closePositionSheet(): void {
  if (positionSheet.open) forgetAction(positionSheet.open.id)
  positionSheet.open = null
}

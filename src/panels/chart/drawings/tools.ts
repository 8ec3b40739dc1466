/** The icons of the drawing tools. */

import type { DrawingKind } from "#core/drawing/drawing.ts"
import {
  AlignJustify,
  ArrowUpRight,
  Equal,
  type Glyph,
  Minus,
  RectangleHorizontal,
  Ruler,
  SeparatorVertical,
  Slash,
  SquareArrowDown,
  SquareArrowUp,
  Type,
} from "../../../ui/icon.tsx"

export const TOOL_ICONS: Readonly<Record<DrawingKind, Glyph>> = {
  trend: Slash,
  ray: ArrowUpRight,
  horizontal: Minus,
  vertical: SeparatorVertical,
  channel: Equal,
  rectangle: RectangleHorizontal,
  fibonacci: AlignJustify,
  measure: Ruler,
  text: Type,
  long: SquareArrowUp,
  short: SquareArrowDown,
}

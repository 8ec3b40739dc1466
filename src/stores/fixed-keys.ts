/** Keys that stand still, because every page has them so: shown with the others, and never given to one of them. */

import type { KeyPlace } from "./hotkeys.ts"

/** Each with its place and the chords that do it; "…" stands for those between. */
export const FIXED_KEYS = {
  leave: ["everywhere", ["Escape"]],
  first: ["desk", ["Enter"]],
  interval: ["desk", ["1", "…", "9"]],
  atPrice: ["chart", ["Enter", "Shift+F10"]],
  scroll: ["chart", ["ArrowLeft", "ArrowRight"]],
  scrollView: ["chart", ["PageUp", "PageDown"]],
  zoom: ["chart", ["+", "-"]],
  toNow: ["chart", ["End"]],
  moveLine: ["chart", ["ArrowUp", "ArrowDown"]],
  placeDrawing: ["drawing", ["Enter"]],
  leaveDrawing: ["drawing", ["Escape"]],
  movePoint: ["drawing", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]],
  removeDrawing: ["drawing", ["Delete"]],
  undo: ["drawing", ["Mod+z"]],
  redo: ["drawing", ["Mod+Shift+z", "Mod+y"]],
  ladderWalk: ["ladder", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]],
  ladderView: ["ladder", ["PageUp", "PageDown"]],
  ladderOrder: ["ladder", ["Enter"]],
  ladderOther: ["ladder", ["Shift+Enter"]],
  ladderCancel: ["ladder", ["Delete"]],
  ladderCentre: ["ladder", ["Home"]],
  replayPlay: ["replay", [" "]],
  walk: ["lists", ["ArrowUp", "ArrowDown"]],
  aside: ["lists", ["ArrowLeft", "ArrowRight"]],
  ends: ["lists", ["Home", "End"]],
  rowAlert: ["lists", ["Shift+F10"]],
} as const satisfies Record<string, readonly [KeyPlace, readonly string[]]>

export type FixedKey = keyof typeof FIXED_KEYS

export const FIXED_NAMES = Object.keys(FIXED_KEYS) as FixedKey[]

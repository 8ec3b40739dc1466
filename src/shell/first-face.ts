/** The face that the page brings painted (src/first-face) goes when React's own stands in its place. */

import { behindPaint } from "../feed/after-tasks.ts"

const ID = "first-face"
/** A page in the background paints nothing; a shell that never comes must not hold up what waits for it. */
const PATIENCE_MS = 5000

let tell: () => void = () => undefined
const gone = new Promise<void>((resolve) => {
  tell = resolve
})

/** Is it still all that there is to see? */
export const isFirstFaceShown = (): boolean => document.getElementById(ID) !== null

/** Called in the layout effect of what takes its place: both in one paint. */
export function removeFirstFace(): void {
  document.getElementById(ID)?.remove()
  tell()
}

/** Resolves when the shell has been painted, or after {@link PATIENCE_MS}. */
export async function shellPainted(): Promise<void> {
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  if (document.visibilityState === "hidden") return
  await new Promise<void>(behindPaint)
}

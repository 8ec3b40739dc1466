/** Keeps a canvas drawn as the layout and the look say. */

import { type RefObject, useEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { preferences } from "../../stores/preferences-store.ts"
import { drawPicture, loadFont } from "./draw-picture.ts"
import type { PictureLayout } from "./picture-layout.ts"
import { coloursOf, type Look } from "./picture-looks.ts"

/** `drawing`: what stands on the canvas may be of before. `failed`: this browser can't draw it. */
export type PictureState = "drawing" | "drawn" | "failed"

export function usePicture(
  layout: PictureLayout,
  look: Look,
): { canvas: RefObject<HTMLCanvasElement | null>; state: PictureState } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { palette } = useSnapshot(preferences)
  const wanted = JSON.stringify({ layout, look, palette })
  const [done, setDone] = useState<{ wanted: string; state: PictureState }>()
  useEffect(() => {
    let isWanted = true
    const { layout, look } = JSON.parse(wanted) as { layout: PictureLayout; look: Look }
    const colours = coloursOf(look, layout)
    void loadFont(layout, colours).then(() => {
      if (!isWanted || !canvas.current) return
      setDone({ wanted, state: drawPicture(canvas.current, layout, colours) ? "drawn" : "failed" })
    })
    return () => {
      isWanted = false
    }
  }, [wanted])
  return { canvas, state: done?.wanted === wanted ? done.state : "drawing" }
}

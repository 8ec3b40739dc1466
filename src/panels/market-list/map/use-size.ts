/** The size of an element on screen, followed. */

import { type RefCallback, useCallback, useState } from "react"
import type { Size } from "./treemap.model.ts"

/** In whole px; null before it is laid out. */
export function useSize(): { size: Size | null; box: RefCallback<HTMLElement> } {
  const [size, setSize] = useState<Size | null>(null)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }))
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { size, box }
}

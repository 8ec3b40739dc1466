/**
 * The faces of a trade screen on an upright phone, side by side: a finger swipes from one to the next, a tab leads there at
 * once. Only what is in view is drawn, since book, trades and chart each have one place that the worker serves.
 */

import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Tabs } from "../ui/tabs.tsx"
import { type FacesInView, facesInView } from "./phone-faces.model.ts"
import styles from "./phone-faces.module.css"
import { useSwipe } from "./use-swipe.ts"

interface Face<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

interface PhoneFacesProps<Value extends string> {
  faces: readonly Face<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function PhoneFaces<Value extends string>({ faces, value, onChange }: PhoneFacesProps<Value>) {
  const { t } = useTranslation("market")
  const track = useRef<HTMLDivElement>(null)
  const at = faces.findIndex((face) => face.value === value)
  const [inView, setInView] = useState<FacesInView>({ nearest: at, from: at, to: at })

  const swipe = useSwipe(track, faces.length)
  const onScroll = () => {
    const box = track.current
    if (!box || box.clientWidth === 0) return
    const now = facesInView(box.scrollLeft / box.clientWidth, faces.length)
    setInView((before) => (isSame(before, now) ? before : now))
    // Only at rest: what the screen then shows below changes this box's height, and a browser would snap back meanwhile.
    const arrived = now.from === now.to && now.nearest !== at ? faces[now.nearest] : undefined
    if (arrived) onChange(arrived.value)
  }
  // Where a finger has brought the face already nothing jumps.
  useLayoutEffect(() => {
    const box = track.current
    if (!box || facesInView(box.scrollLeft / (box.clientWidth || 1), faces.length).nearest === at) return
    box.scrollTo({ left: at * box.clientWidth, behavior: "instant" })
    setInView({ nearest: at, from: at, to: at })
  }, [at, faces.length])

  return (
    <>
      <Tabs
        id="face"
        label={t("faces.label")}
        className={styles.tabs}
        tabs={faces.map((face) => ({ value: face.value, label: face.label }))}
        value={faces[inView.nearest]?.value ?? value}
        onChange={onChange}
      />
      <div ref={track} className={styles.track} onScroll={onScroll} {...swipe}>
        {faces.map((face, place) => (
          <div
            key={face.value}
            role="tabpanel"
            id={`face-panel-${face.value}`}
            aria-labelledby={`face-tab-${face.value}`}
            className={styles.face}
            inert={place !== at}
          >
            {place === at || (place >= inView.from && place <= inView.to) ? face.content : null}
          </div>
        ))}
      </div>
    </>
  )
}

const isSame = (one: FacesInView, other: FacesInView): boolean =>
  one.nearest === other.nearest && one.from === other.from && one.to === other.to

/** The shell around every screen. Bars, banner, panel, toasts; the screen lies between them and scrolls alone. */

import { Outlet } from "@tanstack/react-router"
import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import { BarSlots, useBarSlots } from "../page-head/bar-slots.tsx"
import { useBrandName } from "../page-head/brand.tsx"
import { setScreenTitle, setTitleBrand } from "../page-head/document-title.ts"
import { SkipButton } from "../page-head/skip.tsx"
import { useScreenPath } from "../places/screen-link.tsx"
import { placeAt, type ScreenPath, site } from "../places/site.ts"
import { classNames } from "../ui/class-names.ts"
import { Toaster } from "../ui/toast.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import { useIsDesk } from "../ui/width.ts"
import { useFirstWords } from "../words/first-words.ts"
import { Banner } from "./banner.tsx"
import { BottomBar, type TabName } from "./bottom-bar.tsx"
import { DeskBar } from "./desk-bar.tsx"
import { removeFirstFace } from "./first-face.ts"
import { HudSlot } from "./hud-slot.tsx"
import { Overlays } from "./overlays.tsx"
import styles from "./shell.module.css"
import { BackButton, TopBar } from "./top-bar.tsx"

export function Shell() {
  const t = useFirstWords()
  const path = useScreenPath()
  const isDesk = useIsDesk()
  // A panel in a window of its own has no bars around it.
  const isBare = path === "/pages/panel/index"
  const title = t(`screen.${path ? site[path].name : "notFound"}`)
  const tab = tabOf(path)
  const main = useRef<HTMLElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  const brandName = useBrandName()
  useLayoutEffect(() => setTitleBrand(brandName), [brandName])
  useLayoutEffect(removeFirstFace, [])
  useArrival(path, title, main)

  return (
    <BarSlots>
      <div className={classNames(styles.shell, isScrolled && styles.scrolled)}>
        <SkipButton onPress={() => main.current?.focus()}>{t("skip")}</SkipButton>
        <ScreenSkips />
        {isBare ? null : isDesk ? (
          <DeskBar current={path && site[path].name} />
        ) : (
          <TopBar path={path} title={title} />
        )}
        <Banner />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={styles.main}
          onScrollCapture={(event) => setIsScrolled(isScrolledDown(event))}
        >
          {isDesk || isBare ? <DeskTitle title={title} isShown={!tab && !isBare} /> : null}
          <Outlet />
        </main>
        {tab && !isDesk ? <BottomBar current={tab} /> : null}
      </div>
      <Overlays />
      <Toaster />
      <HudSlot />
    </BarSlots>
  )
}

function ScreenSkips() {
  const { setSkips } = useBarSlots()
  return <span ref={setSkips} className={styles.slot} />
}

/** A page beside the tabs has a head with a way back, its own title if it has one; the tabs' screens have heads of their own. */
function DeskTitle({ title, isShown }: { title: string; isShown: boolean }) {
  const { setTitle, setEnd, titlesOwned } = useBarSlots()
  if (!isShown)
    return (
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
    )
  return (
    <div className={styles.head}>
      <BackButton />
      <h1 className={styles.title}>
        {titlesOwned > 0 ? null : title}
        <span ref={setTitle} className={styles.slot} />
      </h1>
      <span ref={setEnd} className={styles.slot} />
    </div>
  )
}

const tabOf = (path: ScreenPath | undefined): TabName | undefined => path && placeAt(path).tab

/** Arriving somewhere: the tab's title, the top of the page, and focus inside it (not at the very first screen). */
function useArrival(path: string | undefined, title: string, main: { current: HTMLElement | null }): void {
  const before = useRef<string | undefined | null>(null)
  // Before the effects of the screen, which may say more than its name.
  useLayoutEffect(() => setScreenTitle(title), [title])
  useEffect(() => {
    const isFirst = before.current === null
    before.current = path
    if (isFirst || !main.current) return
    main.current.scrollTop = 0
    main.current.focus({ preventScroll: true })
  }, [path, main])
}

const isScrolledDown = (event: UIEvent): boolean =>
  event.target instanceof HTMLElement && event.target.scrollTop > event.target.clientHeight / 4

/** The body of a sheet. From below on phones, a dialog in the middle on desks; drag, scrim, Esc and back close it. */

import { Drawer } from "@base-ui/react/drawer"
import { Activity, type ReactNode, type RefObject, useState } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "./class-names.ts"
import { useClosedByBack } from "./closed-by-back.ts"
import behind from "./drawer-scrim.module.css"
import { X } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"
import styles from "./sheet-body.module.css"
import { overVisibleArea } from "./visible-area.ts"

export interface SheetBodyProps {
  isOpen: boolean
  /** Asked to close (or open). A filled form may decline: then `isOpen` just stays true. */
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  /** Beside the title: a figure and its age, say. */
  headExtra?: ReactNode
  /** Icon buttons before the close button. */
  headEnd?: ReactNode
  /** Sticks to the bottom: the primary button. */
  footer?: ReactNode
  children: ReactNode
  className?: string | undefined
  /** Stays in the page while it is closed, drawn ahead and then still: a press only has to show it. */
  isKept?: boolean
  /** Has the focus once it is open; else the first control has it. */
  initialFocus?: RefObject<HTMLElement | null>
}

export function SheetBody(props: SheetBodyProps) {
  const { isOpen, onOpenChange, title, headExtra, headEnd, footer, children, className, initialFocus } = props
  const { isKept = false } = props
  const { t } = useTranslation("app")
  // Until it has slid out; a kept one's content then follows nothing any more.
  const [isInSight, setIsInSight] = useState(isOpen)
  const isStill = isKept && !isOpen && !isInSight
  useClosedByBack(isOpen, () => onOpenChange(false))
  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={setIsInSight}
      swipeDirection="down"
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal keepMounted={isKept}>
          <Drawer.Backdrop className={behind.scrim} />
          <Drawer.Viewport ref={overVisibleArea} className={styles.viewport}>
            <Drawer.Popup
              className={classNames(styles.sheet, className)}
              {...(initialFocus && { initialFocus })}
            >
              <div className={styles.grab} aria-hidden="true" />
              <Drawer.Content className={styles.content}>
                <header className={styles.head}>
                  <Drawer.Title className={styles.title}>{title}</Drawer.Title>
                  <Activity mode={isStill ? "hidden" : "visible"}>{headExtra}</Activity>
                  <span className={styles.end}>
                    {headEnd}
                    <IconButton glyph={X} label={t("close")} onClick={() => onOpenChange(false)} />
                  </span>
                </header>
                <Activity mode={isStill ? "hidden" : "visible"}>
                  <div className={styles.body}>{children}</div>
                  {footer ? <footer className={styles.footer}>{footer}</footer> : null}
                </Activity>
              </Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

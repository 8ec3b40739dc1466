/** The body of a sheet. From below on phones, a dialog in the middle on desks; drag, scrim, Esc and back close it. */

import { Drawer } from "@base-ui/react/drawer"
import type { ReactNode, RefObject } from "react"
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
  /** Has the focus once it is open; else the first control has it. */
  initialFocus?: RefObject<HTMLElement | null>
}

export function SheetBody(props: SheetBodyProps) {
  const { isOpen, onOpenChange, title, headExtra, headEnd, footer, children, className, initialFocus } = props
  const { t } = useTranslation("app")
  useClosedByBack(isOpen, () => onOpenChange(false))
  return (
    <Drawer.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="down">
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
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
                  {headExtra}
                  <span className={styles.end}>
                    {headEnd}
                    <IconButton glyph={X} label={t("close")} onClick={() => onOpenChange(false)} />
                  </span>
                </header>
                <div className={styles.body}>{children}</div>
                {footer ? <footer className={styles.footer}>{footer}</footer> : null}
              </Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

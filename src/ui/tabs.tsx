/** Tabs. */

import { type ReactNode, useEffect, useRef } from "react"
import { Badge } from "./badge.tsx"
import { classNames } from "./class-names.ts"
import { moveFocus } from "./roving-focus.ts"
import styles from "./tabs.module.css"

interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  /** Shown as a badge; left out: none. */
  count?: number
}

interface TabsProps<Value extends string> {
  /** Ties tabs to their panels: tab `${id}-tab-x`, panel `${id}-panel-x` (see TabPanel). */
  id: string
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** `small`: 32 px heads inside a panel. */
  size?: "normal" | "small"
  /** Stands at the right end, outside of the tabs. */
  end?: ReactNode
  className?: string | undefined
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { id, label, tabs, value, onChange, size = "normal", end, className } = props
  const row = useRef<HTMLDivElement>(null)

  // More tabs than fit scroll sideways: the chosen one must not be outside of the view.
  useEffect(() => {
    row.current
      ?.querySelector(`#${CSS.escape(`${id}-tab-${value}`)}`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [id, value])

  return (
    <div className={classNames(styles.bar, size === "small" && styles.small, className)}>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className={styles.tabs}
        onKeyDown={(event) => {
          const next = tabs[moveFocus(event, "tab") ?? -1]
          if (next) onChange(next.value)
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel-${tab.value}` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={classNames(styles.tab, tab.value === value && styles.on)}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <Badge tone={tab.value === value ? "accent" : "plain"}>{tab.count}</Badge>
            )}
          </button>
        ))}
      </div>
      {end ? <div className={styles.end}>{end}</div> : null}
    </div>
  )
}

interface TabPanelProps {
  id: string
  value: string
  children: ReactNode
  className?: string | undefined
}

export function TabPanel({ id, value, children, className }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      className={className}
    >
      {children}
    </div>
  )
}

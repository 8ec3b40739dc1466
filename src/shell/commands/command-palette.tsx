/** The command palette: every market, page and switch by its name. Opened by Ctrl-K or ⌘K, from the desk's bar and the menu. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { SheetBody } from "../../ui/sheet-body.tsx"
import styles from "./command-palette.module.css"
import { type Command, type FoundGroup, findCommands } from "./find-commands.ts"
import { useCommands } from "./use-commands.ts"

export function CommandPalette({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("trade")
  const field = useRef<HTMLInputElement>(null)
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("commands.title")}
      className={styles.palette}
      initialFocus={field}
    >
      <Finder field={field} onClose={onClose} />
    </SheetBody>
  )
}

interface FinderProps {
  field: React.RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Begins anew with each opening: the sheet drops what it doesn't show. */
function Finder({ field, onClose }: FinderProps) {
  const { t } = useTranslation("trade")
  const listId = useId()
  const [query, setQuery] = useState("")
  const [at, setAt] = useState(0)
  const groups = findCommands(useCommands(), query)
  const shown = groups.flatMap(({ commands }) => commands)
  const active = shown[Math.min(at, shown.length - 1)]
  const idOf = (command: Command) => `${listId}-${shown.indexOf(command)}`

  const run = (command: Command | undefined) => {
    if (!command) return
    // Before it runs: it may open another surface of the shell.
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextAt(event.key, at, shown.length)
    if (event.key === "Enter") run(active)
    else if (event.key === "Escape") onClose()
    else if (to !== undefined) setAt(to)
    else return
    event.preventDefault()
  }
  return (
    <>
      <SearchField
        fieldRef={field}
        value={query}
        onChange={(text) => {
          setQuery(text)
          setAt(0)
        }}
        placeholder={t("commands.search")}
        combobox={{
          listId,
          isOpen: shown.length > 0,
          activeId: active && idOf(active),
          onKeyDown,
        }}
      />
      <div className={styles.found}>
        {shown.length === 0 ? <EmptyState glyph={SearchX}>{t("commands.none")}</EmptyState> : null}
        <div id={listId} role="listbox" aria-label={t("commands.title")}>
          {groups.map((found) => (
            <Group key={found.group} found={found} active={active} idOf={idOf} onRun={run} />
          ))}
        </div>
      </div>
    </>
  )
}

/** Where a key leads in a list of `count`; round at the ends. Undefined: it means nothing here. */
function nextAt(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return (at - 1 + count) % count
  return undefined
}

interface GroupProps {
  found: FoundGroup
  active: Command | undefined
  idOf: (command: Command) => string
  onRun: (command: Command) => void
}

function Group({ found, active, idOf, onRun }: GroupProps) {
  const { t } = useTranslation("trade")
  const title = t(`commands.${found.group}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
    <div role="group" aria-label={title}>
      <div className={styles.group} aria-hidden="true">
        {title}
      </div>
      {found.commands.map((command) => (
        <Option
          key={command.id}
          id={idOf(command)}
          command={command}
          isActive={command === active}
          onRun={onRun}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  command: Command
  isActive: boolean
  onRun: (command: Command) => void
}

function Option({ id, command, isActive, onRun }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: "nearest" })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys, as a combobox does
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames(styles.option, isActive && styles.active)}
      onClick={() => onRun(command)}
    >
      <span className={styles.title}>{command.title}</span>
      {command.hint ? <span className={styles.hint}>{command.hint}</span> : null}
    </div>
  )
}

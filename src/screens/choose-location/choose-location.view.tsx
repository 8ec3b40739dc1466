/** The page of countries and regions. A search field, what is likely, and all of them in a virtual list. */

import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { type ContextProp, type ListProps, Virtuoso, type VirtuosoHandle } from "react-virtuoso"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { RegionFlag } from "../../panels/region/region-flag.view.tsx"
import { regionName } from "../../text/region-names.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Check, Icon, LocateFixed, SearchX } from "../../ui/icon.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { findRegions, listRegions, type RegionRow } from "./choose-location.model.ts"
import styles from "./choose-location.module.css"

/** What is known of where the device is. `none`: it can't tell, or nothing is near. */
export type Near = { state: "idle" | "asking" | "denied" | "none" } | { state: "found"; codes: string[] }

interface ChooseLocationViewProps {
  language: string
  chosen: string | null
  /** By the browser's languages. */
  suggested: string | undefined
  near: Near
  onLocate: () => void
  onChoose: (code: string) => void
}

export function ChooseLocationView(props: ChooseLocationViewProps) {
  const { language, chosen, onChoose } = props
  const { t } = useTranslation("account")
  const [query, setQuery] = useState("")
  const [active, setActive] = useState(-1)
  const listId = useId()
  const list = useRef<VirtuosoHandle>(null)
  const regions = useMemo(() => listRegions(language), [language])
  const found = useMemo(() => findRegions(regions, query), [regions, query])
  const activeRow = found[active]

  const search = (text: string) => {
    setQuery(text)
    // Enter takes the best one; with nothing typed there is no best one.
    setActive(text.trim() === "" ? -1 : 0)
  }
  const step = (to: number) => {
    const place = Math.max(0, Math.min(found.length - 1, to))
    setActive(place)
    const option = document.getElementById(optionId(listId, found[place]?.code ?? ""))
    if (option) option.scrollIntoView({ block: "nearest" })
    else list.current?.scrollToIndex({ index: place, align: "center" })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }
    const to = steps[event.key]
    if (event.key === "Enter" && activeRow) onChoose(activeRow.code)
    else if (to !== undefined && found.length > 0) step(to)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <SearchField
          value={query}
          onChange={search}
          placeholder={t("region.search")}
          combobox={{
            listId,
            isOpen: found.length > 0,
            activeId: activeRow && optionId(listId, activeRow.code),
            onKeyDown,
          }}
        />
      </div>
      {query.trim() === "" ? <Likely {...props} /> : null}
      <p className={styles.count} role="status">
        {query.trim() === "" ? "" : t("region.found", { count: found.length })}
      </p>
      {found.length === 0 ? <EmptyState glyph={SearchX}>{t("region.none")}</EmptyState> : null}
      <Rows
        rows={found}
        chosen={chosen}
        active={activeRow?.code}
        listId={listId}
        handle={list}
        onChoose={onChoose}
      />
    </div>
  )
}

const optionId = (listId: string, code: string) => `${listId}-${code}`

interface RowsProps {
  rows: readonly RegionRow[]
  chosen: string | null
  active: string | undefined
  listId: string
  handle: React.Ref<VirtuosoHandle>
  onChoose: (code: string) => void
}

function Rows({ rows, chosen, active, listId, handle, onChoose }: RowsProps) {
  const scroller = useMainScroller()
  if (!scroller || rows.length === 0) return null
  return (
    <Virtuoso
      ref={handle}
      context={listId}
      components={{ List: ListBox }}
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={48}
      increaseViewportBy={400}
      computeItemKey={(_, row) => row.code}
      itemContent={(index, row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys, as a combobox does
        <div
          id={optionId(listId, row.code)}
          role="option"
          tabIndex={-1}
          aria-selected={row.code === chosen}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className={classNames(styles.row, row.code === active && styles.active)}
          onClick={() => onChoose(row.code)}
        >
          <RegionFlag code={row.code} />
          <span className={classNames(styles.name, row.code === chosen && styles.chosen)}>{row.name}</span>
          {row.code === chosen ? <Icon glyph={Check} className={styles.check} /> : null}
        </div>
      )}
    />
  )
}

/** Right around the options: what lies between would hide them from screen readers. */
function ListBox({ context, ...props }: ListProps & ContextProp<string>) {
  const { t } = useTranslation("account")
  return <div {...props} id={context} role="listbox" aria-label={t("region.list")} />
}

/** What is likely: around the device if that is allowed, and what the browser's language says. */
function Likely({ language, suggested, near, onLocate, onChoose }: ChooseLocationViewProps) {
  const { t } = useTranslation("account")
  return (
    <div className={styles.likely}>
      <Button
        tone="outline"
        isBlock
        isBusy={near.state === "asking"}
        icon={<Icon glyph={LocateFixed} size={16} />}
        onClick={onLocate}
      >
        {t("region.locate")}
      </Button>
      <div role="status" className={styles.words}>
        {near.state === "found" ? t("region.around") : null}
        {near.state === "denied" ? t("region.denied") : null}
        {near.state === "none" ? t("region.unknown") : null}
      </div>
      {near.state === "found" ? (
        <Choices codes={near.codes} language={language} onChoose={onChoose} />
      ) : suggested ? (
        <>
          <p className={styles.words}>{t("region.byLanguage")}</p>
          <Choices codes={[suggested]} language={language} onChoose={onChoose} />
        </>
      ) : null}
    </div>
  )
}

function Choices(props: { codes: readonly string[]; language: string; onChoose: (code: string) => void }) {
  return (
    <div className={styles.choices}>
      {props.codes.map((code) => (
        <Button key={code} icon={<RegionFlag code={code} />} onClick={() => props.onChoose(code)}>
          {regionName(code, props.language)}
        </Button>
      ))}
    </div>
  )
}

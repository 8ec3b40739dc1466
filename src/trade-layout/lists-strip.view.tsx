/** Own orders and positions on a phone: one line that opens the lists as a sheet, or a button where no line has room. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { TradedMarket } from "#core/wire/market.ts"
import { ScreenLink } from "../places/screen-link.tsx"
import { tradeAddress } from "../places/trade-address.ts"
import { Badge } from "../ui/badge.tsx"
import { buttonClass } from "../ui/button.tsx"
import { EmptyState } from "../ui/empty-state.tsx"
import { ChevronRight, ChevronUp, Icon, LogIn, Table2 } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { Sheet } from "../ui/sheet.tsx"
import { TabPanel, Tabs } from "../ui/tabs.tsx"
import styles from "./lists-strip.module.css"

interface ListsSheetProps {
  /** Names the sheet. */
  label: string
  /** The lists in it, rendered when it is opened. */
  lists: ReactNode
  /** A press is likely: their code can be fetched. */
  onPointerDown: () => void
}

interface ListsStripProps extends ListsSheetProps {
  name: string
  /** Undefined while unknown. */
  count: number | undefined
  /** It was pressed: the list that it names comes first in the sheet. */
  onOpen: () => void
  /** The newest of them, in short. */
  children: ReactNode
}

/** Without anything to show it is marked quiet: a low phone then scrolls to it. */
export function ListsStrip({ name, count, onOpen, children, ...sheet }: ListsStripProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.strip}
        data-quiet={!count || undefined}
        aria-haspopup="dialog"
        onPointerDown={sheet.onPointerDown}
        onClick={() => {
          onOpen()
          setIsOpen(true)
        }}
      >
        <span className={styles.name}>{name}</span>
        {count === undefined ? null : <Badge tone={count > 0 ? "accent" : "plain"}>{count}</Badge>}
        <span className={styles.hint} data-hint>
          {children}
        </span>
        <Icon glyph={ChevronUp} size={16} />
      </button>
      <ListsSheet {...sheet} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

/** The same sheet from the top bar. */
export function ListsButton(sheet: ListsSheetProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        glyph={Table2}
        size={16}
        label={sheet.label}
        aria-haspopup="dialog"
        onPointerDown={sheet.onPointerDown}
        onClick={() => setIsOpen(true)}
      />
      <ListsSheet {...sheet} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

interface OpenedProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function ListsSheet({ label, lists, isOpen, onOpenChange }: ListsSheetProps & OpenedProps) {
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={label}>
      <div className={styles.sheet}>{lists}</div>
    </Sheet>
  )
}

interface VisitorProps {
  market: TradedMarket
  /** Names what an account would show here. */
  name: string
}

/** A visitor's strip leads to the login, and from there back. */
export function VisitorStrip({ market, name }: VisitorProps) {
  const { t } = useTranslation("market")
  return (
    <ScreenLink to="/login" search={{ to: tradeAddress(market) }} className={styles.strip}>
      <span className={styles.name}>{name}</span>
      <span className={styles.hint}>{t("ticket.loginToTrade")}</span>
      <Icon glyph={ChevronRight} size={16} />
    </ScreenLink>
  )
}

/** In the place of the lists on desk and tablet: how a visitor gets to see them. */
export function VisitorLists({ market, name, children }: VisitorProps & { children: ReactNode }) {
  const { t } = useTranslation("market")
  return (
    <section className={styles.panel} aria-label={name}>
      <Tabs
        id="orders"
        size="small"
        label={name}
        tabs={[{ value: "open", label: name }]}
        value="open"
        onChange={() => undefined}
      />
      <TabPanel id="orders" value="open" className={styles.body}>
        <EmptyState
          action={
            <ScreenLink
              to="/login"
              search={{ to: tradeAddress(market) }}
              className={buttonClass({ tone: "quiet" })}
            >
              <Icon glyph={LogIn} size={16} />
              {t("ticket.login")}
            </ScreenLink>
          }
        >
          {children}
        </EmptyState>
      </TabPanel>
    </section>
  )
}

/** The top bar of a phone. The way back or the menu, the title, the line to the server, the screen's own. */

import { useSnapshot } from "valtio"
import { useBarSlots } from "../page-head/bar-slots.tsx"
import { Brand } from "../page-head/brand.tsx"
import { useGoBack } from "../places/screen-link.tsx"
import { placeAt, type ScreenPath } from "../places/site.ts"
import { market } from "../stores/market-store.ts"
import { openOverlay } from "../stores/overlay-store.ts"
import { ArrowLeft, Menu } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { StatusLight } from "../ui/status-light.tsx"
import { useFirstWords } from "../words/first-words.ts"
import { AccountLink } from "./account-link.tsx"
import { loadOverlay } from "./overlays.tsx"
import styles from "./top-bar.module.css"

interface TopBarProps {
  path: ScreenPath | undefined
  title: string
}

export function TopBar({ path, title }: TopBarProps) {
  const { setTitle, setEnd, titlesOwned } = useBarSlots()
  const isTab = path !== undefined && placeAt(path).tab !== undefined
  const isHome = path !== undefined && placeAt(path).name === "home"
  return (
    <header className={styles.bar}>
      {isTab ? <MenuButton className={styles.menu} /> : <BackButton />}
      <h1 className={styles.title}>
        {titlesOwned > 0 ? null : isHome ? <Brand /> : <span className={styles.name}>{title}</span>}
        <span ref={setTitle} className={styles.slot} />
      </h1>
      <div className={styles.end}>
        {path && hasPrices(path) ? <ConnectionLight /> : null}
        {isHome ? <AccountLink className={styles.account} /> : null}
        <span ref={setEnd} className={styles.slot} />
      </div>
    </header>
  )
}

export function MenuButton({ className }: { className?: string | undefined }) {
  const t = useFirstWords()
  return (
    <IconButton
      glyph={Menu}
      label={t("menu.open")}
      className={className}
      onPointerDown={() => loadOverlay("panel")}
      onClick={() => openOverlay("panel")}
    />
  )
}

export function BackButton() {
  const t = useFirstWords()
  const goBack = useGoBack()
  return <IconButton glyph={ArrowLeft} label={t("back")} onClick={goBack} />
}

export function ConnectionLight() {
  const { connection } = useSnapshot(market)
  return <StatusLight status={connection} onPress={() => openOverlay("connection")} />
}

/** Tabs and everything about one market show how good the line is. */
function hasPrices(path: ScreenPath): boolean {
  const { tab, search } = placeAt(path)
  return tab !== undefined || (search?.includes("symbol") ?? false)
}

/** Where can one go with a thumb? Five tabs; lying down they become a rail at the left. */

import { useSnapshot } from "valtio"
import { ScreenLink } from "../places/screen-link.tsx"
import type { ScreenPath } from "../places/site.ts"
import { lastList } from "../stores/last-list.ts"
import { classNames } from "../ui/class-names.ts"
import { ArrowLeftRight, ArrowUpDown, ChartLine, type Glyph, House, Icon, Wallet } from "../ui/icon.tsx"
import { useFirstWords } from "../words/first-words.ts"
import styles from "./bottom-bar.module.css"
import { MenuButton } from "./top-bar.tsx"

export type TabName = "home" | "markets" | "trade" | "contracts" | "assets"

const TABS: readonly { name: TabName; to: ScreenPath; glyph: Glyph }[] = [
  { name: "home", to: "/", glyph: House },
  { name: "markets", to: "/pages/spot/index", glyph: ChartLine },
  { name: "trade", to: "/pages/spot/trade", glyph: ArrowLeftRight },
  { name: "contracts", to: "/pages/contract/index", glyph: ArrowUpDown },
  { name: "assets", to: "/pages/assets/index", glyph: Wallet },
]

export function BottomBar({ current }: { current: TabName }) {
  const t = useFirstWords()
  const { kind } = useSnapshot(lastList)
  return (
    <nav className={styles.bar} aria-label={t("tab.label")}>
      <MenuButton className={styles.menu} />
      {TABS.map(({ name, to, glyph }) => (
        <ScreenLink
          key={name}
          // Both kinds of contracts have one tab: it leads back to the one that was looked at last.
          to={name === "contracts" && kind === "second" ? "/pages/option/index" : to}
          className={classNames(styles.tab, name === current && styles.on)}
          aria-current={name === current ? "page" : undefined}
        >
          <Icon glyph={glyph} />
          <span className={styles.word}>{t(`tab.${name}`)}</span>
        </ScreenLink>
      ))}
    </nav>
  )
}

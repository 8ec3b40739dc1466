/** What stands at the top of a desk? Brand, the products, the line to the server, preferences, the account's place. */

import { useSnapshot } from "valtio"
import { Brand, useBrandName } from "../page-head/brand.tsx"
import { ScreenLink } from "../places/screen-link.tsx"
import type { ScreenName, ScreenPath } from "../places/site.ts"
import { lastList } from "../stores/last-list.ts"
import { openOverlay } from "../stores/overlay-store.ts"
import { classNames } from "../ui/class-names.ts"
import { Search, Settings2 } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { useFirstWords } from "../words/first-words.ts"
import { AccountLink } from "./account-link.tsx"
import styles from "./desk-bar.module.css"
import { loadOverlay } from "./overlays.tsx"
import { ConnectionLight, MenuButton } from "./top-bar.tsx"

/** Each with the screens during which it is lit. */
const PLACES: readonly { key: string; to: ScreenPath; screens: readonly ScreenName[] }[] = [
  { key: "markets", to: "/pages/spot/index", screens: ["spotMarket", "contractMarket", "secondMarket"] },
  { key: "spot", to: "/pages/spot/trade", screens: ["spotTrade"] },
  {
    key: "contract",
    to: "/pages/contract/trade",
    screens: ["contractTrade", "contractHistory", "contractShare"],
  },
  { key: "second", to: "/pages/option/trade", screens: ["secondTrade", "secondRecord"] },
  { key: "ai", to: "/pages/ai/index", screens: ["ai", "aiProduct", "aiHoldings", "aiWithdraw"] },
  {
    key: "assets",
    to: "/pages/assets/index",
    screens: [
      "assets",
      "deposit",
      "depositRecord",
      "withdraw",
      "withdrawRecord",
      "addressBook",
      "addAddress",
      "transfer",
      "bill",
    ],
  },
]

/** "Markets" leads back to the kind that was looked at last. */
const LISTS = {
  spot: "/pages/spot/index",
  perpetual: "/pages/contract/index",
  second: "/pages/option/index",
} as const satisfies Record<string, ScreenPath>

export function DeskBar({ current }: { current: ScreenName | undefined }) {
  const t = useFirstWords()
  const { kind } = useSnapshot(lastList)
  return (
    <header className={styles.bar}>
      <ScreenLink
        to="/"
        className={styles.home}
        aria-label={[useBrandName(), t("tab.home")].filter(Boolean).join(", ")}
      >
        <Brand />
      </ScreenLink>
      <nav className={styles.places} aria-label={t("tab.label")}>
        {PLACES.map(({ key, to, screens }) => {
          const isOn = current !== undefined && screens.includes(current)
          return (
            <ScreenLink
              key={key}
              to={key === "markets" ? LISTS[kind ?? "spot"] : to}
              className={classNames(styles.place, isOn && styles.on)}
              aria-current={isOn ? "page" : undefined}
            >
              {t(`place.${key}`)}
            </ScreenLink>
          )
        })}
      </nav>
      <div className={styles.end}>
        <ConnectionLight />
        <IconButton
          glyph={Search}
          size={16}
          label={t("menu.commands")}
          onPointerDown={() => loadOverlay("commands")}
          onClick={() => openOverlay("commands")}
        />
        <IconButton
          glyph={Settings2}
          size={16}
          label={t("preferences.title")}
          onClick={() => openOverlay("preferences")}
        />
        <AccountLink className={styles.account} />
        <MenuButton />
      </div>
    </header>
  )
}

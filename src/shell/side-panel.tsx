/** The side panel. Head and foot stand, the middle scrolls; drag back, scrim, Esc and a choice close it. */

import { Drawer } from "@base-ui/react/drawer"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { Brand } from "../page-head/brand.tsx"
import { PALETTE_WORDS } from "../panels/preferences/preferences-sheet.view.tsx"
import { ScreenLink, useScreenPath } from "../places/screen-link.tsx"
import { site } from "../places/site.ts"
import { type OverlayProps, openOverlay } from "../stores/overlay-store.ts"
import { preferences } from "../stores/preferences-store.ts"
import { session } from "../stores/session-store.ts"
import { chooseTheme } from "../stores/theme-choice.ts"
import { languageName } from "../text/language-names.ts"
import { classNames } from "../ui/class-names.ts"
import { useClosedByBack } from "../ui/closed-by-back.ts"
import behind from "../ui/drawer-scrim.module.css"
import {
  ChevronDown,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  Globe,
  type Glyph,
  Icon,
  Keyboard,
  LogOut,
  Moon,
  Palette,
  Search,
} from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { Switch } from "../ui/switch.tsx"
import { useIsDesk } from "../ui/width.ts"
import { currentLanguage } from "../words/first-words.ts"
import { PANEL_ENTRIES, type PanelLink } from "./panel-entries.ts"
import styles from "./side-panel.module.css"
import { PanelAccount } from "./side-panel-account.tsx"

export function SidePanel({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("app")
  useClosedByBack(isOpen, onClose)
  // From the side where its button is.
  const isDesk = useIsDesk()
  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      swipeDirection={isDesk ? "right" : "left"}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={behind.scrim} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.panel}>
            <Drawer.Title className={styles.heading}>{t("menu.title")}</Drawer.Title>
            <div className={styles.brand}>
              <Brand />
              <IconButton glyph={Search} label={t("menu.commands")} onClick={() => openOverlay("commands")} />
            </div>
            <PanelAccount onClose={onClose} />
            <nav className={styles.entries} aria-label={t("menu.title")}>
              {PANEL_ENTRIES.map((entry) =>
                "to" in entry ? (
                  <Row
                    key={entry.word}
                    glyph={entry.glyph}
                    link={entry}
                    label={t(`menu.${entry.word}`)}
                    onClose={onClose}
                  />
                ) : (
                  <Group key={entry.word} {...entry} onClose={onClose} />
                ),
              )}
            </nav>
            <Foot onClose={onClose} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

interface RowProps {
  glyph?: Glyph
  label: string
  link: PanelLink
  end?: ReactNode
  onClose: () => void
}

function Row({ glyph, label, link, end, onClose }: RowProps) {
  const path = useScreenPath()
  const isHere = path !== undefined && site[path].name === site[link.to].name
  return (
    <ScreenLink
      to={link.to}
      {...(link.search ? { search: link.search } : {})}
      className={classNames(styles.row, isHere && styles.here, !glyph && styles.inner)}
      aria-current={isHere ? "page" : undefined}
      onClick={onClose}
    >
      {glyph ? <Icon glyph={glyph} className={styles.dim} /> : null}
      <span className={styles.words}>{label}</span>
      {end}
    </ScreenLink>
  )
}

interface GroupProps {
  glyph: Glyph
  word: string
  inner: readonly PanelLink[]
  onClose: () => void
}

function Group({ glyph, word, inner, onClose }: GroupProps) {
  const { t } = useTranslation("app")
  const [isUnfolded, setIsUnfolded] = useState(true)
  return (
    <>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <Icon glyph={glyph} className={styles.dim} />
        <span className={styles.words}>{t(`menu.${word}`)}</span>
        <Icon glyph={isUnfolded ? ChevronUp : ChevronDown} size={16} className={styles.faint} />
      </button>
      {isUnfolded
        ? inner.map((link) => (
            <Row
              key={link.word}
              link={link}
              label={t(`menu.${link.word}`)}
              end={<Icon glyph={ChevronRight} size={16} className={styles.faint} />}
              onClose={onClose}
            />
          ))
        : null}
    </>
  )
}

function Foot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app")
  const { t: trade } = useTranslation("trade")
  const { t: positions } = useTranslation("positions")
  const isDesk = useIsDesk()
  const { theme, palette } = useSnapshot(preferences)
  const isIn = useSnapshot(session).token !== null
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        <Icon glyph={Moon} className={styles.dim} />
        <span className={styles.words}>{t("preferences.dark")}</span>
        <Switch
          label={t("preferences.dark")}
          isOn={theme === "dark"}
          onChange={(isDark) => chooseTheme(isDark ? "dark" : "white")}
        />
      </div>
      <button type="button" className={styles.row} onClick={() => openOverlay("preferences")}>
        <Icon glyph={Palette} className={styles.dim} />
        <span className={styles.words}>{t("preferences.palette")}</span>
        <span className={styles.value}>{t(`preferences.${PALETTE_WORDS[palette]}`)}</span>
        <Icon glyph={ChevronRight} size={16} className={styles.faint} />
      </button>
      {isDesk ? (
        <button type="button" className={styles.row} onClick={() => openOverlay("keys")}>
          <Icon glyph={Keyboard} className={styles.dim} />
          <span className={styles.words}>{trade("keys.title")}</span>
          <Icon glyph={ChevronRight} size={16} className={styles.faint} />
        </button>
      ) : null}
      <Row
        glyph={Globe}
        link={{ word: "language", to: "/pages/user/language" }}
        label={t("screen.language")}
        end={
          <>
            <span className={styles.value}>{languageName(currentLanguage())}</span>
            <Icon glyph={ChevronRight} size={16} className={styles.faint} />
          </>
        }
        onClose={onClose}
      />
      {isIn ? (
        <>
          {/* The way out for whom has no keys: the question behind it stands before anything ends. */}
          <button type="button" className={styles.row} onClick={() => openOverlay("exit")}>
            <Icon glyph={CircleAlert} className={styles.dim} />
            <span className={styles.words}>{positions("exit.command")}</span>
          </button>
          <button type="button" className={styles.row} onClick={() => openOverlay("logout")}>
            <Icon glyph={LogOut} className={styles.dim} />
            <span className={styles.words}>{t("menu.logOut")}</span>
          </button>
        </>
      ) : null}
    </div>
  )
}

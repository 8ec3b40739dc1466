/** All commands that the palette knows: markets, pages, what the shell opens, and how the page looks. */

import type { TFunction } from "i18next"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { searchText } from "#core/instrument/market-search.ts"
import type { Market } from "#core/wire/market.ts"
import { type DeskLayout, PRESET_NAMES } from "#core/workspace/layout.ts"
import type { MarketKind } from "#workers/market/market.api.ts"
import { followLayouts } from "../../panels/desk/follow-layouts.ts"
import { popOut } from "../../panels/desk/pop-out.ts"
import { type LayoutChoice, useLayoutChoice } from "../../panels/desk/use-layout-choice.ts"
import { openLists } from "../../panels/market-list/lists-sheet-state.ts"
import { marketName } from "../../panels/market-list/market-name.ts"
import { marketPlace } from "../../panels/market-list/market-place.ts"
import { PALETTE_WORDS } from "../../panels/preferences/preferences-sheet.view.tsx"
import { mayVisit } from "../../places/guards.ts"
import { useGo } from "../../places/screen-link.tsx"
import { placeAt, type ScreenPath, site } from "../../places/site.ts"
import { hiddenAmounts, hideAmounts } from "../../stores/hidden-amounts.ts"
import { chooseDepthFace } from "../../stores/ladder-store.ts"
import { layouts } from "../../stores/layouts-store.ts"
import { type MarketFace, showFace } from "../../stores/market-face.ts"
import { market } from "../../stores/market-store.ts"
import { type Overlay, openOverlay } from "../../stores/overlay-store.ts"
import { PALETTES, preferences, setPalette } from "../../stores/preferences-store.ts"
import { recentMarkets } from "../../stores/recent-markets.ts"
import { session } from "../../stores/session-store.ts"
import { chooseTheme, followsSystem, type ThemeChoice } from "../../stores/theme-choice.ts"
import { ticket } from "../../stores/ticket-store.ts"
import { useIsDesk } from "../../ui/width.ts"
import type { Command, CommandGroup } from "./find-commands.ts"

/** Steps of a walk, reached from the page before: without what stood there they say nothing. */
const STEPS: ReadonlySet<ScreenPath> = new Set([
  "/pages/index/index",
  "/pages/article/detail",
  "/pages/ai/product",
  "/pages/ai/withdraw",
  "/pages/contract/share",
  "/choose-location",
  "/open-location",
  "/pages/layout/index",
  "/pages/panel/index",
])

/** For who isn't logged in. */
const ENTRANCE: ReadonlySet<ScreenPath> = new Set(["/login", "/register", "/forgot"])

const KIND_WORDS = {
  spot: "place.spot",
  perpetual: "place.contract",
  second: "place.second",
} as const satisfies Record<MarketKind, string>

const GROUP_KINDS = ["oco", "scaled", "iceberg", "twap"] as const

/** What the file of all movements is wanted for, in words that are the same in every language, or nearly. */
const TAX_WORDS = "tax csv koinly cointracker coinledger"

/** What was looked at longer ago is found by typing. */
const RECENT_SHOWN = 8

type Go = ReturnType<typeof useGo>

export function useCommands(): readonly Command[] {
  const { t } = useTranslation("app")
  const go = useGo()
  const { catalogue } = useSnapshot(market)
  const { ids } = useSnapshot(recentMarkets)
  const isIn = useSnapshot(session).token !== null
  const { areHidden } = useSnapshot(hiddenAmounts)
  const isDesk = useIsDesk()
  const { all: own } = useSnapshot(layouts)
  const choice = useLayoutChoice()
  useEffect(followLayouts, [])
  const toMarket = (group: CommandGroup) => (listed: Market) => marketCommand(listed, group, go, t)
  return [
    ...ids
      .slice(0, RECENT_SHOWN)
      .flatMap((id) => catalogue?.byId.get(id) ?? [])
      .map(toMarket("recent")),
    ...(catalogue?.all ?? []).map(toMarket("markets")),
    ...pageCommands(isIn, go, t),
    ...faceCommands(isIn, go, t),
    ...shellCommands(isIn, areHidden, t),
    ...(isDesk ? deskCommands(own as readonly DeskLayout[], choice, t) : []),
    ...lookCommands(t),
  ]
}

function marketCommand(listed: Market, group: CommandGroup, go: Go, t: TFunction): Command {
  const { id, kind, name } = listed
  return {
    id: `${group} ${id}`,
    group,
    title: marketName(id).pair,
    hint: [name, t(KIND_WORDS[kind])].filter(Boolean).join(" · "),
    also: searchText(listed),
    run: () => go(marketPlace(kind), { symbol: id }),
  }
}

function pageCommands(isIn: boolean, go: Go, t: TFunction): Command[] {
  return (Object.keys(site) as ScreenPath[])
    .filter((path) => !STEPS.has(path) && mayVisit(path, isIn) && !(isIn && ENTRANCE.has(path)))
    .map((path) => ({
      id: path,
      group: "pages" as const,
      title: t(`screen.${placeAt(path).name}`),
      ...(path === "/pages/assets/record" && { hint: t("assets:bill.export"), also: TAX_WORDS }),
      run: () => go(path),
    }))
}

/** What stands on a page beside what gives it its name, and is looked for by a name of its own. */
function faceCommands(isIn: boolean, go: Go, t: TFunction): Command[] {
  const group = "pages"
  const face = (path: "/pages/spot/index" | "/pages/contract/index", shown: MarketFace, also: string) => ({
    id: `${path} ${shown}`,
    ...({ group, also } as const),
    title: t(`overview:face.${shown}`),
    hint: t(`screen.${placeAt(path).name}`),
    run: () => {
      showFace(shown)
      go(path)
    },
  })
  return [
    face("/pages/spot/index", "map", "treemap heatmap"),
    face("/pages/contract/index", "map", "treemap heatmap"),
    face("/pages/contract/index", "funding", "funding"),
    ...(isIn
      ? [
          {
            id: "journal",
            ...({ group } as const),
            title: t("journal:tab"),
            hint: t("screen.contractHistory"),
            run: () => go("/pages/contract/history", { id: "journal" }),
          },
        ]
      : []),
  ]
}

function shellCommands(isIn: boolean, areHidden: boolean, t: TFunction): Command[] {
  const opening = (which: Overlay, title: string): Command => ({
    id: `open ${which}`,
    group: "actions",
    title,
    run: () => openOverlay(which),
  })
  const kinds = GROUP_KINDS.map((kind) => t(`trade:groups.${kind}`)).join(", ")
  return [
    opening("keys", t("trade:keys.title")),
    { id: "lists", group: "actions", title: t("lists:title"), run: () => openLists(null) },
    opening("connection", t("status.title")),
    {
      id: "amounts",
      group: "actions",
      title: t(areHidden ? "assets:hidden.show" : "assets:hidden.hide"),
      run: () => hideAmounts(!areHidden),
    },
    ...(isIn
      ? [
          opening("exit", t("positions:exit.command")),
          opening("limits", t("security:preferences.limits")),
          ...(ticket.instrument === null
            ? []
            : [{ ...opening("groups", t("trade:groups.open")), hint: kinds }]),
          opening("logout", t("menu.logOut")),
        ]
      : []),
  ]
}

/** The layouts of the desk, each by its name, and the place to change it. */
function deskCommands(own: readonly DeskLayout[], choice: LayoutChoice, t: TFunction): Command[] {
  const group = "actions"
  const hint = t("workspace:desk.layout")
  return [
    { id: "desk", group, title: t("workspace:desk.title"), run: () => openOverlay("desk") },
    {
      id: "ladder",
      ...({ group, title: t("ladder:title"), hint: t("ladder:one.switch") } as const),
      run: () => {
        chooseDepthFace("ladder")
        choice.showDesk()
      },
    },
    ...PRESET_NAMES.map((name) => ({
      id: `layout ${name}`,
      ...({ group, hint } as const),
      title: t(`workspace:desk.preset.${name}`),
      run: () => choice.choosePreset(name),
    })),
    ...(["chart", "book", "tape", "orders"] as const).map((panel) => ({
      id: `window ${panel}`,
      group: "actions" as const,
      title: t("workspace:window.open", { panel: t(`workspace:desk.panel.${panel}`) }),
      run: () => popOut(panel, choice.instrument),
    })),
    ...own.map((layout) => ({
      id: `layout ${layout.id}`,
      ...({ group, hint } as const),
      title: layout.name,
      run: () => choice.chooseLayout(layout),
    })),
  ]
}

const THEME_WORDS = {
  dark: "preferences.darkShort",
  white: "preferences.whiteShort",
  system: "security:preferences.systemTheme",
} as const satisfies Record<ThemeChoice, string>

function lookCommands(t: TFunction): Command[] {
  const themed = (theme: ThemeChoice): Command => ({
    id: `theme ${theme}`,
    group: "actions",
    title: t(THEME_WORDS[theme]),
    hint: t("preferences.theme"),
    run: () => chooseTheme(theme),
  })
  return [
    themed(preferences.theme === "dark" ? "white" : "dark"),
    ...(followsSystem() ? [] : [themed("system")]),
    ...PALETTES.filter((palette) => palette !== preferences.palette).map((palette) => ({
      id: `palette ${palette}`,
      group: "actions" as const,
      title: t(`preferences.${PALETTE_WORDS[palette]}`),
      hint: t("preferences.palette"),
      run: () => setPalette(palette),
    })),
  ]
}

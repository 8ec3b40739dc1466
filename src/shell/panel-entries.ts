/** The entries of the side panel, in order. */

import type { ScreenSearch } from "../places/screen-search.ts"
import type { ScreenPath } from "../places/site.ts"
import {
  ArrowLeftRight,
  BookUser,
  Download,
  Gift,
  type Glyph,
  Headset,
  History,
  House,
  IdCard,
  Info,
  Megaphone,
  Shield,
  Wallet,
} from "../ui/icon.tsx"

export interface PanelLink {
  /** Its words: `app:menu.<word>`. */
  word: string
  to: ScreenPath
  search?: ScreenSearch
}

type PanelEntry = { glyph: Glyph } & (PanelLink | { word: string; inner: readonly PanelLink[] })

/** Article category of the platform's notices. */
const NOTICE_CATEGORY = 92

export const PANEL_ENTRIES: readonly PanelEntry[] = [
  { word: "home", to: "/", glyph: House },
  { word: "identity", to: "/pages/user/auth", glyph: IdCard },
  { word: "depositRecord", to: "/pages/assets/rechargeList", glyph: History },
  {
    word: "trading",
    glyph: ArrowLeftRight,
    inner: [
      { word: "spot", to: "/pages/spot/trade" },
      { word: "contract", to: "/pages/contract/trade" },
      { word: "second", to: "/pages/option/trade" },
      { word: "ai", to: "/pages/ai/index" },
    ],
  },
  { word: "assets", to: "/pages/assets/index", glyph: Wallet },
  {
    word: "notice",
    to: "/pages/article/index",
    search: { category_id: NOTICE_CATEGORY },
    glyph: Megaphone,
  },
  { word: "download", to: "/pages/user/download", glyph: Download },
  { word: "addressBook", to: "/pages/assets/address", glyph: BookUser },
  { word: "security", to: "/pages/user/safe", glyph: Shield },
  { word: "invite", to: "/pages/user/share", glyph: Gift },
  { word: "about", to: "/pages/user/about", glyph: Info },
  { word: "service", to: "/pages/ks/index", glyph: Headset },
]

/** The looks of a picture: which of the design's tokens colour what, and what stands behind the figures. */

import type { Ink } from "./picture-layout.ts"
import type { ShareFigures, Sign } from "./share-figures.ts"

export const LOOKS = ["night", "day", "accent", "result"] as const
export type Look = (typeof LOOKS)[number]

/** What is drawn large behind everything. */
type Backdrop = "mark" | "grid" | "rings" | "arrow"

export interface LookTokens {
  theme: "dark" | "white"
  ground: string
  inks: Readonly<Record<Ink, string>>
  backdrop: { kind: Backdrop; token: string /** 0 … 1. */; opacity: number }
}

interface Standing {
  sign: Sign
  side: ShareFigures["side"]
}

/** Names of tokens (src/styles/tokens.css) in the look's theme. */
export function tokensOf(look: Look, standing: Standing): LookTokens {
  switch (look) {
    case "night":
      return {
        ...plain("dark", "--bg", standing),
        backdrop: { kind: "mark", token: "--surface-2", opacity: 1 },
      }
    case "day":
      return {
        ...plain("white", "--bg", standing),
        backdrop: { kind: "grid", token: "--line-1", opacity: 1 },
      }
    case "accent":
      return {
        ...plain("dark", "--accent-soft", standing),
        backdrop: { kind: "rings", token: "--accent", opacity: 0.14 },
      }
    case "result":
      return resultLook(standing)
  }
}

function plain(theme: LookTokens["theme"], ground: string, { sign, side }: Standing) {
  const gain = sign === 0 ? "--text-1" : sign > 0 ? "--up" : "--down"
  const inks = {
    ...{ text: "--text-1", quiet: "--text-2", gain },
    side: side === "long" ? "--buy" : "--sell",
  }
  return { theme, ground, inks }
}

/** All of it in the colour of gain or loss, whose ink alone is read on it. */
function resultLook({ sign }: Standing): LookTokens {
  const [ground, ink] =
    sign === 0 ? ["--surface-3", "--text-1"] : sign > 0 ? ["--up", "--up-ink"] : ["--down", "--down-ink"]
  return {
    ...{ theme: "dark", ground },
    inks: { text: ink, quiet: ink, gain: ink, side: ink },
    backdrop: { kind: "arrow", token: ink, opacity: 0.08 },
  }
}

export interface LookColours {
  ground: string
  inks: Readonly<Record<Ink, string>>
  backdrop: { kind: Backdrop; colour: string; opacity: number; isUp: boolean }
  font: string
  weights: Readonly<Record<"medium" | "strong", string>>
}

/** The tokens' values in the look's theme and the page's palette, whatever theme the page itself is in. */
export function coloursOf(look: Look, standing: Standing): LookColours {
  const { theme, ground, inks, backdrop } = tokensOf(look, standing)
  const probe = document.createElement("div")
  probe.hidden = true
  probe.dataset.theme = theme
  probe.dataset.palette = document.documentElement.dataset.palette ?? "standard"
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const value = (token: string) => style.getPropertyValue(token).trim()
  const colours: LookColours = {
    ground: value(ground),
    inks: {
      ...{ text: value(inks.text), quiet: value(inks.quiet) },
      ...{ gain: value(inks.gain), side: value(inks.side) },
    },
    backdrop: {
      ...{ kind: backdrop.kind, colour: value(backdrop.token), opacity: backdrop.opacity },
      isUp: standing.sign >= 0,
    },
    font: value("--font"),
    weights: { medium: value("--fw-medium"), strong: value("--fw-strong") },
  }
  probe.remove()
  return colours
}

/** The kind of markets listed last in this tab. */

import { proxy } from "valtio/vanilla"

const KEY = "saker:market-kind"
const KINDS = ["spot", "perpetual", "second"] as const
type Kind = (typeof KINDS)[number]

export const lastList = proxy<{ kind: Kind | null }>({ kind: parseKind(read()) })

export function rememberList(kind: Kind): void {
  lastList.kind = kind
  try {
    globalThis.sessionStorage?.setItem(KEY, kind)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** Anything but a kind is none. */
export function parseKind(text: string | null): Kind | null {
  return KINDS.find((kind) => kind === text) ?? null
}

function read(): string | null {
  try {
    return globalThis.sessionStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

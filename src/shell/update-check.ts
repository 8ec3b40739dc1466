/** Checks whether a newer release is served: then the page names another entry file than this one. */

const MODULE = /<script\b[^>]*\btype="module"[^>]*>/g
const ADDRESS = /\bsrc="([^"]+)"/

/** Pure: the absolute address of the entry that a page names; undefined when that is no page of ours. */
export function entryOf(html: string, base: string): string | undefined {
  const tag = html.match(MODULE)?.find((text) => ADDRESS.test(text))
  const address = tag && ADDRESS.exec(tag)?.[1]
  return address && new URL(address, base).href
}

/** The entry this tab runs on. */
export const ownEntry = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src

/** The entry of the newest release, or undefined when it is ours or can't be told now. Past every cache. */
export async function findNewerEntry(own: string): Promise<string | undefined> {
  try {
    const base = new URL("./", document.baseURI).href
    const answer = await fetch(base, { cache: "no-store", headers: { accept: "text/html" } })
    const entry = answer.ok ? entryOf(await answer.text(), base) : undefined
    return entry === own ? undefined : entry
  } catch {
    return undefined
  }
}

/**
 * Gives the bench access to the real terminal.
 * It has no door for the bench: this script, run before its own, keeps hold of the
 * worker that the page makes, speaks comlink's messages to it, and reads the DOM. The product is not changed by it.
 */

import type { MarketApi } from "#workers/market/market.api.ts"

function openDoor(probeId: string): void {
  interface Answer {
    id?: unknown
    type?: string
    value?: unknown
  }
  const PageWorker = window.Worker
  let worker: Worker | undefined
  /** Frames that reached the page, and how old the newest was when it came. */
  const frames = { count: 0, ages: [] as [at: number, age: number][], busyMs: 0, swallow: 0 }
  const isFrame = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && "builtAt" in value
  const take = (value: Record<string, unknown>) => {
    frames.count += 1
    frames.ages.push([performance.now(), Date.now() - Number(value.builtAt)])
    if (frames.ages.length > 2000) frames.ages.splice(0, 1000)
    // The fault `skip-flush`: the page gets the frame with nothing in it.
    if (frames.swallow > 0 && (value.tickers || value.book)) {
      frames.swallow -= 1
      for (const part of ["tickers", "book", "tape", "charts"]) delete value[part]
    }
    // The overload: main is held for so long with each frame.
    const until = performance.now() + frames.busyMs
    while (performance.now() < until);
  }
  window.Worker = class extends PageWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      if (options?.name !== "market") return
      worker = this
      // Before comlink's own listener: what is taken out of a frame here, the page never sees.
      this.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if (isFrame(data?.value)) take(data.value)
      })
    }
  }
  let asked = 0
  // Typed, as a method that was renamed would only be missed in a browser.
  const ask = (name: keyof MarketApi & ("traffic" | "dump")) =>
    new Promise<unknown>((resolve) => {
      asked += 1
      const id = `bench ${asked}`
      const listen = ({ data }: MessageEvent<Answer>) => {
        if (data?.id !== id) return
        worker?.removeEventListener("message", listen)
        resolve(data.value)
      }
      worker?.addEventListener("message", listen)
      worker?.postMessage({ id, type: "APPLY", path: [name], argumentList: [] })
    })
  const text = (element: Element | null | undefined) => element?.textContent ?? ""
  const rowOf = (link: Element) => link.parentElement
  const railLinks = () =>
    [...document.querySelectorAll('a[href*="symbol="]')].filter((link) =>
      rowOf(link)?.querySelector("button"),
    )
  const idOf = (link: Element) =>
    new URLSearchParams((link.getAttribute("href") ?? "").split("?").at(-1)).get("symbol") ?? ""
  const tables = () => [...document.querySelectorAll("section table:not([role=grid])")]
  const book = () => tables().find((table) => table.querySelectorAll("tbody").length >= 2)
  const tape = () =>
    tables().find((table) => table !== book() && table.querySelectorAll("tbody").length === 1)
  const lines = (body: Element | undefined) =>
    [...(body?.querySelectorAll("tr") ?? [])]
      .map((line) => [...line.children].map(text))
      .filter((cells) => cells.length > 1 && /\d/.test(cells[0] ?? ""))
      .map((cells) => [cells[0], cells[1]])
  // The price ladder, where it stands in the book's place: every price has a row, most of them nothing at it.
  const ladder = (side: "bid" | "ask") =>
    [...document.querySelectorAll("section table[role=grid] tbody tr")]
      .map((line) => [text(line.children[2]), text(line.querySelector(`[data-figure=${side}]`))])
      .filter(([, size]) => /\d/.test(size ?? ""))
  Object.assign(window, {
    bench: {
      frames,
      received: async () => ((await ask("traffic")) as { messages: number }).messages,
      held: () => ask("dump"),
      probe: () => {
        const link = railLinks().find((one) => idOf(one) === probeId)
        return link?.nextElementSibling ?? null
      },
      shown: () => {
        const bodies = [...(book()?.querySelectorAll("tbody") ?? [])]
        const hasLadder = document.querySelector("section table[role=grid]") !== null
        return {
          rows: railLinks().map((link) => [idOf(link), text(link.nextElementSibling)]),
          asks: hasLadder ? ladder("ask").reverse() : lines(bodies[0]).reverse(),
          hasFixedPrices: hasLadder,
          bids: hasLadder ? ladder("bid") : lines(bodies.at(-1)),
          tape: lines(tape()?.querySelector("tbody") ?? undefined),
        }
      },
    },
  })
}

/** The script as text. */
export const oursScript = (probeId: string): string => `(${openDoor.toString()})(${JSON.stringify(probeId)})`

/**
 * Watches panels inside the real terminal. Plain JavaScript, run in the page: when all panels are live, and when the
 * book and the candles of another market stand there. It looks once a frame and counts what is painted.
 */

export interface DeskWatch {
  /** Every panel is there and none is marked old. */
  isRight(): boolean
  /** Presses the market's row; ms until its book and candles are painted, and what the book shows then. */
  switchTo(symbol: string): Promise<{ ms: number; bid: string; ask: string }>
  /** Resolves when a panel is marked old. */
  stale(): Promise<void>
  /** Comes back at once (as after the browser's `online`); epoch ms at which all was painted right again. */
  comeBack(): Promise<number>
}

function watchDesk(): void {
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve()
        }
        port2.postMessage(null)
      })
    })
  const eachFrame = (is: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => (is() ? resolve() : void requestAnimationFrame(look))
      look()
    })
  const tables = () => [...document.querySelectorAll("section table")]
  const book = () => tables().find((table) => table.querySelectorAll("tbody").length >= 2)
  const tape = () => tables().find((table) => table.querySelectorAll("tbody").length === 1)
  const chart = () => document.querySelector("figure[aria-label]")
  const hasNumbers = (element: Element | null | undefined) =>
    /\d/.test(element?.querySelector("td")?.textContent ?? "")
  // The chart has no panel mark of its own: its last price is drawn pale while it is old.
  const isChartLive = () =>
    /\d/.test(chart()?.getAttribute("aria-label") ?? "") && !document.querySelector('[class*="_stale_"]')
  const isRight = () =>
    !document.querySelector("[data-stale]") &&
    hasNumbers(book()) &&
    hasNumbers(tape()) &&
    document.querySelectorAll("[data-index]").length > 10 &&
    isChartLive()
  const bestOf = (at: "first" | "last") => {
    const bodies = [...(book()?.querySelectorAll("tbody") ?? [])]
    const rows = [...((at === "last" ? bodies.at(-1) : bodies[0])?.querySelectorAll("tr") ?? [])]
    // A level that has emptied keeps its row and shows a dash.
    const full = rows.filter((row) => /\d/.test(row.querySelectorAll("td")[1]?.textContent ?? ""))
    const row = at === "last" ? full[0] : full.at(-1)
    return row?.querySelector("td")?.textContent ?? ""
  }
  Object.assign(window, {
    deskWatch: {
      isRight,
      async switchTo(symbol: string) {
        const link = [...document.querySelectorAll("a")].find((one) => one.href.endsWith(`symbol=${symbol}`))
        if (!link) throw new Error(`no row of ${symbol}`)
        const [base = ""] = symbol.split("_")
        const title = symbol.replace("_", "/")
        const start = performance.now()
        link.click()
        await eachFrame(() => {
          const label = chart()?.getAttribute("aria-label") ?? ""
          const head = book()?.querySelector("thead")?.textContent ?? ""
          const isOther = label.includes(title) && head.includes(base)
          const section = book()?.closest("section")
          const price = label.split(title)[1] ?? ""
          return (
            isOther &&
            hasNumbers(book()) &&
            !section?.hasAttribute("data-stale") &&
            !/–/.test(price) &&
            bestOf("last") !== ""
          )
        })
        await painted()
        return { ms: performance.now() - start, bid: bestOf("last"), ask: bestOf("first") }
      },
      stale: () => eachFrame(() => document.querySelector("[data-stale]") !== null),
      async comeBack() {
        window.dispatchEvent(new Event("online"))
        await eachFrame(isRight)
        await painted()
        return performance.timeOrigin + performance.now()
      },
    },
  })
}

/** The script as text. */
export const deskScript = (): string => `(${watchDesk.toString()})()`

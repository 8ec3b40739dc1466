/**
 * Instrumentation inside the page. Run before the page's own scripts: counts animation frames, sees when a probe is
 * painted, and measures the clock's offset. Plain JavaScript in one function, because it is handed over as text.
 */

import { PROBES, type ProbePlace } from "../load/workload.ts"

/** What the script puts on `window.benchWatch`. */
interface BenchWatch {
  /** Interval of each animation frame since {@link mark}, ms. */
  intervals: number[]
  /** Number of a probe and when it was painted (epoch ms, this page's clock), in order. */
  painted: [number: number, at: number][]
  /** Server clock minus this page's, ms: best of twelve pings on a socket of their own. */
  clockOffset(): Promise<number>
  /** The probe's element is there and shows a number. */
  hasProbe(): boolean
  /** Begins to watch the probe's element. */
  watchProbe(): void
  mark(): void
}

function watch(first: number, decimals: number, inHead: boolean): void {
  // Every cell has a fresh browser: each would fetch all files for offline use while it is measured. A visitor's does once.
  if ("serviceWorker" in navigator) navigator.serviceWorker.register = () => new Promise(() => {})
  const intervals: number[] = []
  const painted: [number, number][] = []
  let before = 0
  const count = (now: number) => {
    if (before > 0) intervals.push(now - before)
    before = now
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  const now = () => performance.timeOrigin + performance.now()
  let last = -1
  let watched: Element | null = null
  const observer = new MutationObserver(() => see())
  const see = () => {
    const text = watched?.textContent?.replace(/[^\d.]/g, "") ?? ""
    const seen = Math.round(Number(text) * 10 ** decimals) - first
    if (text === "" || !(seen > last)) return
    last = seen
    // Painted: the frame that follows, and the first task after it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        painted.push([seen, now()])
      }
      port2.postMessage(null)
    })
  }
  const probeElement = () => {
    const door = (window as unknown as { bench?: { probe(): Element | null } }).bench
    // The head's price has the same class in the terminal and in the peers: they share its stylesheet. A phone's is another.
    const head = () =>
      document.querySelector('[class*="barLast"]') ??
      document.querySelector('[class*="_main_"] > [class*="_last_"]')
    return inHead ? head() : (door?.probe() ?? null)
  }
  const follow = () => {
    const element = probeElement()
    if (element === watched) return
    observer.disconnect()
    watched = element
    if (element) observer.observe(element, { subtree: true, childList: true, characterData: true })
    see()
  }
  const clockOffset = () =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/clock`)
      let best = { trip: Number.POSITIVE_INFINITY, offset: 0 }
      let pings = 0
      let sentAt = 0
      const ping = () => {
        sentAt = now()
        socket.send("")
      }
      socket.onopen = ping
      socket.onerror = () => reject(new Error("no clock"))
      socket.onmessage = ({ data }) => {
        const at = now()
        if (at - sentAt < best.trip) best = { trip: at - sentAt, offset: Number(data) - (sentAt + at) / 2 }
        pings += 1
        if (pings < 12) ping()
        else {
          socket.close()
          resolve(best.offset)
        }
      }
    })
  const benchWatch: BenchWatch = {
    intervals,
    painted,
    clockOffset,
    hasProbe: () => /\d/.test(probeElement()?.textContent ?? ""),
    watchProbe: () => {
      follow()
      setInterval(follow, 500)
    },
    mark: () => {
      intervals.length = 0
      painted.length = 0
    },
  }
  Object.assign(window, { benchWatch })
}

/** The script as text. */
export function pageScript(place: ProbePlace = "row"): string {
  const { first, decimals } = PROBES[place]
  return `(${watch.toString()})(${first}, ${decimals}, ${place === "head"})`
}

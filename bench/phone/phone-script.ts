/** Measures on a phone without a driver: runs the steps it is given one by one and posts the results. */

/** What the phone posts after each step. */
export interface PhoneStep {
  agent: string
  screen: string
  /** Server clock minus the phone's, ms. */
  offset: number
  idleIntervals: number[]
  windows: {
    received: number
    intervals: number[]
    painted: [number, number][]
    /** Epoch ms, the phone's clock. */
    from: number
    to: number
  }[]
  /** After the stream has ended: what is held and shown. */
  end?: { held: unknown; shown: unknown }
}

/** What it is told: a rate to measure, to come to an end, or that it is over. */
export interface PhoneOrder {
  rate?: number
  /** Read everything until so many messages came, then post what is held and shown. */
  endAt?: number
  /** The next page of the run. */
  next?: string
  text: string
}

function drive(windowMs: number, windowCount: number): void {
  interface Watch {
    intervals: number[]
    painted: [number, number][]
    mark(): void
    watchProbe(): void
    clockOffset(): Promise<number>
  }
  interface Door {
    received(): Promise<number>
    held(): Promise<unknown>
    shown(): unknown
    probe(): unknown
  }
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const now = () => performance.timeOrigin + performance.now()
  const place = window as unknown as { bench: Door; benchWatch: Watch }
  const said = document.createElement("pre")
  said.style.cssText =
    "position:fixed;inset:auto 0 0 0;z-index:99999;margin:0;padding:12px;background:#000;color:#fff;font:24px monospace;white-space:pre-wrap"
  const post = async (step: PhoneStep): Promise<PhoneOrder> => {
    const answer = await fetch("/bench/posted", { method: "POST", body: JSON.stringify(step) })
    return (await answer.json()) as PhoneOrder
  }
  const measure = async () => {
    const { bench, benchWatch } = place
    benchWatch.mark()
    const from = now()
    const before = await bench.received()
    const beforeAt = performance.now()
    await wait(windowMs)
    const received = (((await bench.received()) - before) / (performance.now() - beforeAt)) * 1000
    return {
      received,
      intervals: benchWatch.intervals.slice(),
      painted: benchWatch.painted.slice(),
      from,
      to: from + windowMs,
    }
  }
  const run = async () => {
    while (!place.bench?.probe()) await wait(200)
    document.body.append(said)
    await wait(1500)
    const step: PhoneStep = {
      agent: navigator.userAgent,
      screen: `${screen.width}×${screen.height} @${devicePixelRatio}`,
      offset: await place.benchWatch.clockOffset(),
      idleIntervals: [],
      windows: [],
    }
    place.benchWatch.mark()
    await wait(1500)
    step.idleIntervals = place.benchWatch.intervals.slice()
    place.benchWatch.watchProbe()
    for (;;) {
      const order = await post(step)
      said.textContent = order.text
      if (order.next) location.href = order.next
      if (order.endAt !== undefined) {
        while ((await place.bench.received()) < order.endAt) await wait(50)
        await wait(500)
        step.end = { held: await place.bench.held(), shown: place.bench.shown() }
        continue
      }
      if (order.rate === undefined) return
      await wait(1200)
      step.windows = []
      while (step.windows.length < windowCount) step.windows.push(await measure())
    }
  }
  addEventListener("load", () => void run())
}

export const phoneScript = (windowMs: number, windows: number): string =>
  `(${drive.toString()})(${windowMs}, ${windows})`

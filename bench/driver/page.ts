/** Drives a page under test: opens it fresh, runs scripts in it, reads its clocks; never its network. */

import { CdpConnection } from "./cdp.ts"
import { type Chromium, startChromium } from "./chromium.ts"

export interface PageOptions {
  width: number
  height: number
  /** Scripts run before any of the page's own. */
  scripts: readonly string[]
  /** Values for localStorage of the page's origin, set before its first script. */
  storage: Readonly<Record<string, string>>
  /** Chromium's path. */
  chromium: string
  /** A screen that is touched: pointers are coarse and nothing hovers. */
  isTouched?: boolean
}

/** Main-thread seconds since the page opened (CDP `Performance.getMetrics`, time domain set to wall time). */
export interface PageMetrics {
  at: number
  taskSeconds: number
  scriptSeconds: number
  layoutSeconds: number
  styleSeconds: number
  heapBytes: number
}

export class Page {
  readonly #chromium: Chromium
  readonly #cdp: CdpConnection
  readonly #session: string
  /** Sessions of the page's workers; attached only where heaps are measured. */
  readonly #workers = new Set<string>()
  /** Errors that the page did not catch, and what it logged as errors. */
  readonly errors: string[] = []

  private constructor(chromium: Chromium, cdp: CdpConnection, session: string) {
    this.#chromium = chromium
    this.#cdp = cdp
    this.#session = session
    cdp.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if ((targetInfo as { type?: string })?.type === "worker") this.#workers.add(String(sessionId))
    })
    cdp.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
      this.errors.push(JSON.stringify(exceptionDetails).slice(0, 400))
    })
  }

  static async open(url: string, options: PageOptions): Promise<Page> {
    const { width, height } = options
    const chromium = await startChromium(options.chromium, { width, height })
    try {
      const cdp = await CdpConnection.open(chromium.debuggerUrl)
      const { targetInfos } = (await cdp.call("Target.getTargets")) as {
        targetInfos: { targetId: string; type: string }[]
      }
      const target = targetInfos.find(({ type }) => type === "page")
      if (!target) throw new Error("Chromium has no page")
      const { sessionId } = await cdp.call("Target.attachToTarget", {
        targetId: target.targetId,
        flatten: true,
      })
      const page = new Page(chromium, cdp, String(sessionId))
      await page.#prepare(options)
      await page.goto(url)
      return page
    } catch (error) {
      await chromium.close()
      throw error
    }
  }

  /** Process id of the browser; its children are the page's processes. */
  get pid(): number {
    return this.#chromium.pid
  }

  async #prepare({ width, height, scripts, storage, isTouched = false }: PageOptions): Promise<void> {
    await this.send("Page.enable")
    await this.send("Runtime.enable")
    await this.send("Performance.setTimeDomain", { timeDomain: "timeTicks" })
    await this.send("Performance.enable", { timeDomain: "timeTicks" })
    await this.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    if (isTouched) await this.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 })
    const stored = JSON.stringify(Object.entries(storage))
    const keep = `try { for (const [name, value] of ${stored}) localStorage.setItem(name, value) } catch {}`
    for (const source of [keep, ...scripts])
      await this.send("Page.addScriptToEvaluateOnNewDocument", { source })
  }

  async goto(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#cdp.on("Page.loadEventFired", () => resolve()))
    const { errorText } = await this.send("Page.navigate", { url })
    if (errorText) throw new Error(`${url}: ${String(errorText)}`)
    await loaded
  }

  /** Any call of the protocol on the page's session. */
  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.#cdp.call(method, params, this.#session)
  }

  /** Value of an expression, promises awaited. @throws Error with the page's own words when it throws there. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      result: { value: T }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until an expression is truthy, asked 20 times a second. */
  async waitFor(expression: string, timeoutMs = 30_000): Promise<void> {
    const until = Date.now() + timeoutMs
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      if (Date.now() > until)
        throw new Error(`waited ${timeoutMs} ms for ${expression}; page errors: ${this.errors.join(" | ")}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async metrics(): Promise<PageMetrics> {
    const { metrics } = (await this.send("Performance.getMetrics")) as {
      metrics: { name: string; value: number }[]
    }
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return {
      at: value("Timestamp"),
      taskSeconds: value("TaskDuration"),
      scriptSeconds: value("ScriptDuration"),
      layoutSeconds: value("LayoutDuration"),
      styleSeconds: value("RecalcStyleDuration"),
      heapBytes: value("JSHeapUsedSize"),
    }
  }

  /** Used heap of the page's main thread and of its workers after a full collection, in bytes. */
  async collectedHeap(): Promise<number> {
    let sum = 0
    for (const session of await this.#threads()) {
      await this.#cdp.call("HeapProfiler.collectGarbage", {}, session)
      const usage = await this.#cdp.call("Runtime.getHeapUsage", {}, session)
      sum += Number(usage.usedSize) + Number(usage.backingStorageSize ?? 0)
    }
    return sum
  }

  /**
   * Heap snapshot of the page's main thread, as Chromium writes it. Not of its workers: one that stands still for longer than two
   * heartbeats, as on a busy machine, loses its connection.
   */
  async heapSnapshot(): Promise<string> {
    const chunks: string[] = []
    const stop = this.#cdp.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(String(chunk)))
    await this.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
    stop()
    return chunks.join("")
  }

  /** Sessions of the main thread and of the workers; these are attached when they are first asked for. */
  async #threads(): Promise<string[]> {
    if (this.#workers.size === 0)
      await this.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: false,
        flatten: true,
      })
    return [this.#session, ...this.#workers]
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" })
    return Buffer.from(String(data), "base64")
  }

  async close(): Promise<void> {
    this.#cdp.close()
    await this.#chromium.close()
  }
}

/**
 * Instrumentation of orders inside the page: when the press came, when the order left, when its answer was there, and when
 * toast and row that show it were painted. Plain JavaScript in one function, handed over as text.
 */

/** Moments of one order, ms since the time stamp of the press. */
export interface OrderHops {
  /** The page's thread took the press. */
  taken: number
  /** `fetch` was called. */
  sent: number
  /** The answer's head was there. */
  answered: number
  /** The sentence that it was accepted, painted. */
  accepted: number
  /** Its row in the open orders, which the private socket brings, painted. */
  row: number
}

function watchOrders(): void {
  const TIMEOUT_MS = 10_000
  const plainFetch = window.fetch
  let sentAt = 0
  let answeredAt = 0
  window.fetch = async (input, init) => {
    const isOrder = String(input instanceof Request ? input.url : input).endsWith("/spot/place")
    if (!isOrder) return plainFetch(input, init)
    sentAt = performance.now()
    const response = await plainFetch(input, init)
    answeredAt = performance.now()
    return response
  }
  /** Time of the first task after the first frame in which `isShown` is true. */
  const painted = (isShown: () => boolean, until: number) =>
    new Promise<number>((resolve, reject) => {
      const look = () => {
        if (performance.now() > until) return reject(new Error("an order was sent and isn't shown"))
        if (!isShown()) return void requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve(performance.now())
        }
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })
  const says = (element: Element | null | undefined, text: string) =>
    element?.textContent?.includes(text) === true
  const watch = async (quantity: string): Promise<OrderHops> => {
    let pressedAt = 0
    let takenAt = 0
    const press = (event: Event) => {
      pressedAt = event.timeStamp
      takenAt = performance.now()
    }
    addEventListener("pointerdown", press, { capture: true, once: true, passive: true })
    const until = performance.now() + TIMEOUT_MS
    const toasts = () => document.querySelector('[role="status"][aria-live="polite"]')
    const [accepted, row] = await Promise.all([
      painted(() => [...(toasts()?.children ?? [])].some((one) => says(one, quantity)), until),
      painted(() => [...document.querySelectorAll("[data-order]")].some((one) => says(one, quantity)), until),
    ])
    const since = (at: number) => at - pressedAt
    return {
      taken: since(takenAt),
      sent: since(sentAt),
      answered: since(answeredAt),
      accepted: since(accepted),
      row: since(row),
    }
  }
  let newest: Promise<OrderHops> | undefined
  const orderWatch = {
    /** Watches for the order of this quantity, as it is written on the page. */
    arm(quantity: string) {
      newest = watch(quantity)
      newest.catch(() => undefined)
    },
    /** What {@link arm} watches for. */
    hops: () => newest,
  }
  Object.assign(window, { orderWatch })
}

/** The script as text. */
export const orderScript = (): string => `(${watchOrders.toString()})()`

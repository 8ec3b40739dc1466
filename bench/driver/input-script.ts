/**
 * Instrumentation of input inside the page: from an event's own time stamp, which the browser gives it before the page's
 * thread is free for it, to the frame that shows what it did. Plain JavaScript in one function, handed over as text.
 */

/** Where the time between press and paint went, ms. */
export interface PressTimes {
  /** Time stamp → frame painted (the first task after it). */
  painted: number
  /** Of it: until the page's thread took the event. */
  waited: number
  /** Of it: from there to the animation frame in which the result stood. */
  shown: number
}

/** What the script puts on `window.inputWatch`. */
interface InputWatch {
  /**
   * Waits for the next event of a type and for the first frame after it in which `isShown` is true; asked for by
   * {@link seen}. Throws when it is true already: then nothing could be seen.
   */
  arm(type: string, isShown: () => boolean): void
  /** What {@link arm} waits for. Rejects after ten seconds. */
  seen(): Promise<PressTimes>
  /** Middle of an element's box, CSS px. Throws where there is none. */
  middle(element: Element | null | undefined): [x: number, y: number]
}

function watchInput(): void {
  const TIMEOUT_MS = 10_000
  let newest: Promise<PressTimes> | undefined
  const paint = (done: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  }
  const watched = (type: string, isShown: () => boolean) =>
    new Promise<PressTimes>((resolve, reject) => {
      const armedAt = performance.now()
      let at = 0
      let takenAt = 0
      const take = (event: Event) => {
        at = event.timeStamp
        takenAt = performance.now()
      }
      addEventListener(type, take, { capture: true, once: true, passive: true })
      const look = () => {
        if (takenAt > 0 && isShown()) {
          const shownAt = performance.now()
          paint(() =>
            resolve({
              painted: performance.now() - at,
              waited: takenAt - at,
              shown: shownAt - takenAt,
            }),
          )
        } else if (performance.now() - armedAt > TIMEOUT_MS) {
          removeEventListener(type, take, { capture: true })
          reject(new Error(takenAt > 0 ? `${type} showed nothing` : `${type} never came`))
        } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const inputWatch: InputWatch = {
    arm(type, isShown) {
      if (isShown()) throw new Error(`what ${type} is to show is there already`)
      newest = watched(type, isShown)
      // Whoever asks later gets the error; nobody may be asking yet.
      newest.catch(() => undefined)
    },
    seen: () => newest ?? Promise.reject(new Error("nothing is awaited")),
    middle(element) {
      if (!element) throw new Error("there is nothing to press")
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x + width / 2, y + height / 2]
    },
  }
  Object.assign(window, { inputWatch })
}

/** The script as text. */
export const inputScript = (): string => `(${watchInput.toString()})()`

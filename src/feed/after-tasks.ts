/** What waits until the page is free: for the next task, or for the next paint. */

/** Runs in the next task: from inside an animation frame, once style, layout and paint are done. */
export function afterTasks(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}

/** Runs behind the next paint, with a whole one's time before the one after. */
export const behindPaint = (run: () => void): void => void requestAnimationFrame(() => afterTasks(run))

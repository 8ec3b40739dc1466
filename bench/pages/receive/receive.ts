/** Page that measures how many frames a browser can receive: a worker counts them and does nothing else. */

const worker = new Worker(new URL("./receive.worker.ts", import.meta.url), { type: "module" })

const received = () =>
  new Promise<number>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.postMessage("count")
  })
const nothing = { rows: [], bids: [], asks: [], tape: [] }

worker.postMessage(`${location.origin.replace("http", "ws")}/socket`)
Object.assign(window, { bench: { received, shown: () => nothing, probe: () => null } })

/** A time machine in tests: run in the test's process, in lockstep, with the test as its program. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Report } from "#server/time-machine/report.ts"
import { runMachine } from "#server/time-machine/run-machine.ts"
import { type DoorKey, doorKey } from "./binance-client.ts"
import { freshFolder } from "./saker-process.ts"

interface MachineStanding {
  now: number
  news: number
  ended: boolean
}

export interface RunningMachine {
  address: string
  key: DoorKey
  said: readonly string[]
  ask<Body = MachineStanding>(path: string, body?: object): Promise<{ status: number; body: Body }>
  /** As Ctrl-C would. */
  stop(): void
  /** Its exit code and report, once it has ended. */
  ended: Promise<{ code: number; complaints: readonly string[]; report: Report; page: string }>
}

/** Of one that ends by itself. */
export async function runToEnd(words: readonly string[], name = join(freshFolder(), "report")) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runMachine([...words, "--report", name], {
    say: (line) => said.push(line),
    complain: (line) => complaints.push(line),
    onStop: () => () => undefined,
  })
  const read = (ending: string) => readFileSync(`${name}.${ending}`, "utf8")
  return { code, said, complaints, read }
}

/** Resolves when programs may connect. */
export async function beginMachine(words: readonly string[]): Promise<RunningMachine> {
  const [folder, name] = [join(freshFolder(), "data"), join(freshFolder(), "report")]
  const said: string[] = []
  const complaints: string[] = []
  let stop: () => void = () => undefined
  const ready = Promise.withResolvers<string>()
  const run = runMachine([...words, "--lockstep", "--port", "0", "--data", folder, "--report", name], {
    say(line) {
      said.push(line)
      const [, address] = /^Time machine at (\S+)$/.exec(line) ?? []
      if (address) ready.resolve(address)
    },
    complain: (line) => complaints.push(line),
    onStop(called) {
      stop = called
      return () => undefined
    },
  })
  run.then(
    () => ready.reject(new Error(complaints.join("\n"))),
    (error) => ready.reject(error),
  )
  const address = await ready.promise
  const { key, secret } = JSON.parse(readFileSync(join(folder, "market-key.json"), "utf8"))
  return {
    ...{ address, said, key: doorKey(key, secret), stop: () => stop() },
    async ask(path, body) {
      const response = await fetch(`${address}${path}`, {
        ...(body && { method: "POST", headers: { "content-type": "application/json" } }),
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as never }
    },
    ended: run.then((code) => {
      const report = JSON.parse(readFileSync(`${name}.json`, "utf8")) as Report
      return { code, complaints, report, page: readFileSync(`${name}.html`, "utf8") }
    }),
  }
}

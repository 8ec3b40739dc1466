/** A PostgreSQL server of a test's own, which it may stop and start again: `initdb` and `pg_ctl` in a fresh folder. */

import { spawnSync } from "node:child_process"
import { chownSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./free-port.ts"
import { freshFolder } from "./saker-process.ts"

/** PostgreSQL refuses to run as root: then it runs as this user, where there is one. */
const USER = "postgres"
const isRoot = process.getuid?.() === 0

function userIds(): { uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${USER}:`))
  const [, , uid, gid] = line?.split(":") ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const ids = isRoot ? userIds() : undefined
const has = (command: string) => spawnSync(command, ["--version"]).status === 0

export const clusterCanRun = (!isRoot || ids !== undefined) && has("initdb") && has("pg_ctl")
/** Says what is left out, in the test's own name, where it can't run. */
export const CLUSTER_LEFT_OUT =
  "left out: no initdb and pg_ctl on this machine's PATH, or nobody but root to run them"

export interface TestCluster {
  /** Of its one database. */
  url: string
  /** `fast`: as an operator's restart; `immediate`: as a crash. */
  stop(mode: "fast" | "immediate"): void
  start(): void
}

export async function startCluster(): Promise<TestCluster> {
  const folder = freshFolder()
  const port = await freePort()
  if (ids) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, "data")
  const run = (command: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(command, ["-D", data, ...words], {
      ...ids,
      cwd: folder,
      // What it starts keeps these open.
      stdio: ["ignore", "ignore", command === "initdb" ? "pipe" : "ignore"],
    })
    if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${status} ${stderr ?? ""}`)
  }
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`
  const start = () => run("pg_ctl", "-w", "-l", join(folder, "log"), "-o", options, "start")
  run("initdb", "-U", USER, "-A", "trust", "--no-sync")
  start()
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    stop: (mode) => run("pg_ctl", "-w", "-m", mode, "stop"),
    start,
  }
}

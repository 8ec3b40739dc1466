/** Describes the machine of a measurement: processor, memory, system and the versions that decide the figures. */

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { cpus, platform, release, totalmem } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const PACKAGES = [
  "react",
  "react-dom",
  "valtio",
  "comlink",
  "react-virtuoso",
  "lightweight-charts",
  "vite",
  "zustand",
  "@reduxjs/toolkit",
  "react-redux",
  "uplot",
  "klinecharts",
  "nodejs-order-book",
  "ws",
]

export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  system: string
}

export function describeMachine(): Machine {
  const all = cpus()
  return {
    processor: all[0]?.model.trim() ?? "unknown",
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
  }
}

export function describeVersions(chromium: string | undefined): Record<string, string> {
  const versions: Record<string, string> = { node: process.versions.node, saker: commit() }
  if (chromium) versions.chromium = versionOf(chromium)
  for (const name of PACKAGES) {
    try {
      const text = readFileSync(join(root, "node_modules", name, "package.json"), "utf8")
      versions[name] = (JSON.parse(text) as { version: string }).version
    } catch {
      // not installed: whoever needs it will say so
    }
  }
  return versions
}

function versionOf(chromium: string): string {
  try {
    return execFileSync(chromium, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .replace(/^\D+/, "")
      .split(" ")[0] as string
  } catch {
    return "unknown"
  }
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes")
  } catch {
    return "unknown"
  }
}

/**
 * The steps that must be done before Saker can run, be tested or be checked. Installing and building, only when stale.
 * Plain JavaScript without packages: it runs on the system's Node (>= 20.19) before anything is installed.
 */

import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Node 24 from the registry: the server, the tools and the tests run on it whatever the system has. */
export const node = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
)

export const say = (text) => console.log(`saker: ${text}`)

export function fail(text) {
  console.error(`saker: ${text}`)
  process.exit(1)
}

/** Runs a command to its end and shows its output; a failure ends this process with its code. */
export function run(command, args, options = {}) {
  const { allowFailure = false, ...rest } = options
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...rest })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  if (result.status !== 0 && !allowFailure) process.exit(result.status ?? 1)
  return result.status ?? 1
}

/** Path of a package's command file, run by Node 24 without a shell in between. */
export const bin = (name) => join(root, "node_modules", ".bin", name)

/** Environment in which Node 24 is the first `node` on the path, and keeps what it has compiled for the next start. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${dirname(node)}:${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  ...extra,
})

/**
 * Node 24's V8 can crash while it frees machine code of WebAssembly as other threads look at it: the server has threads, and its
 * database is WebAssembly. These two keep that code: a wrapper isn't compiled anew after its thousandth call, and what a better
 * version replaces stays. Neither costs time that could be measured (docs/operating.md). Upstream: nodejs/node, issue 64500.
 */
export const steadyWasm = ["--wasm-wrapper-tiering-budget=2147483647", "--no-wasm-code-gc"]

/**
 * What node gets when it runs the server. A young generation of three times 8 MB instead of 64: V8 lets it grow in the start's
 * burst and hardly gives it back, in each of three threads. What becomes of the old one, server/main.ts says once it is ready.
 */
export const serverFlags = ["--max-semi-space-size=8", ...steadyWasm]

/**
 * glibc keeps most of what is freed: it raises by itself what it hands back only in pieces, up to 32 MB, and gives each thread
 * heaps of its own. Compiling the database alone leaves 250 MB so. Fixed, large pieces go back to the system at once. What the
 * operator has set counts more; other C libraries don't look at it.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
}

/** Environment of the server: as {@link environment}, in little memory. */
export const serverEnvironment = (extra = {}) => ({ ...serverMemory, ...environment(extra) })

function hashOf(paths) {
  const hash = createHash("sha256")
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest("hex")
}

const isFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash

/** Installs the locked packages when the lock file has changed since the last time, or never was installed. */
export function ensureInstalled() {
  const stamp = join(root, "node_modules", ".saker-installed")
  const hash = hashOf(["package-lock.json", "package.json"])
  if (isFresh(stamp, hash) && existsSync(node)) return
  say("installing packages (npm ci) …")
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { shell: process.platform === "win32" })
  if (!existsSync(node)) fail("the package `node` brought no binary: run `npm rebuild node` and try again")
  writeFileSync(stamp, hash)
}

const SITE_SOURCES = [
  "index.html",
  "vite.config.ts",
  "src",
  "workers",
  "core",
  "locales",
  "public",
  "server/http/web-manifest.ts",
  "tools/first-face.ts",
  "tools/first-visit.ts",
  "tools/initial-chunks.ts",
  "tools/web-app-plugin.ts",
  "package-lock.json",
]

/** Builds the terminal into dist/site when a source of it has changed. */
export function ensureBuilt() {
  const stamp = join(root, "dist", ".built")
  const hash = hashOf(SITE_SOURCES)
  if (isFresh(stamp, hash)) return
  say("building the terminal …")
  run(node, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
    env: environment(),
  })
  run(node, [join(root, "tools/compress.mjs")])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Bundles the server into dist/server when a source of it has changed. */
export function ensureBundled() {
  const stamp = join(root, "dist", ".bundled")
  const hash = hashOf(["server", "core", "tools/bundle-server.ts", "package-lock.json"])
  if (isFresh(stamp, hash) && existsSync(join(root, "dist/server/main.js"))) return
  say("bundling the server …")
  run(node, [join(root, "tools/bundle-server.ts")], { env: environment() })
  writeFileSync(stamp, hash)
}

/**
 * How the server is run from its bundle. WebAssembly of the database is compiled once, quickly: V8 would compile
 * three of its largest functions anew in each start, a second of one core and 400 MB at once (docs/operating.md).
 */
export const bundledServer = [
  ...serverFlags,
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
  join(root, "dist/server/main.js"),
]

/** Makes the dump that a first start begins from, of this release's tables; without it that start runs initdb for seconds. */
export function ensureSeeded() {
  const stamp = join(root, "dist/database/.made")
  const hash = hashOf(["server/storage", "tools/seed-database.ts", "package-lock.json"])
  if (isFresh(stamp, hash) && existsSync(join(root, "dist/database/empty.tgz"))) return
  say("preparing the embedded database …")
  run(node, [join(root, "tools/seed-database.ts")], { env: environment() })
  writeFileSync(stamp, hash)
}

/** Starts a long-lived child, hands it our signals, and ends with its code. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", (error) => fail(`${command} could not be started: ${error.message}`))
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

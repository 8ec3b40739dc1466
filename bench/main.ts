/**
 * `npm run bench`: which figures are wanted, and are they met? Names of figures or measures, `soak`, `phone`,
 * `--json`, `--quick`, `--fault NAME`, `--pictures`. Ends with 1 when something was lost or shown wrongly, and, in the full form,
 * when a gate is missed; the quick form never fails on a time.
 */

import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { ensureChromium } from "../tools/chromium.mjs"
import { ensureBuilt } from "../tools/steps.mjs"
import { FAULTS, type Fault } from "./context.ts"
import { createContext } from "./create-context.ts"
import { type FigureResult, type JudgedFigure, judge, type Measure } from "./figure-result.ts"
import { FIGURES } from "./figures.ts"
import { WORKLOAD_VERSION } from "./load/workload.ts"
import { BUDGET_S, MEASURES, type MeasureName } from "./measures.ts"
import { ensureBenchPages } from "./pages/build-pages.ts"
import { describeMachine, describeVersions } from "./report/machine.ts"
import { jsonLine, keep, type RunFacts, table } from "./report/tell.ts"

const NEEDS_NO_PAGE: readonly MeasureName[] = [
  "initial-js",
  "fan-out",
  "matching",
  "mark-tick",
  "crash",
  "login-timing",
  "order-http",
  "door-latency",
]

/** A cell that was under way may end. */
const OVER_BUDGET_MS = 20_000

interface Wish {
  measures: MeasureName[]
  /** Figures that were named; empty: all of the measures. */
  figures: Set<string>
  isJson: boolean
  isQuick: boolean
  isSoak: boolean
  isPhone: boolean
  /** Draw what is kept, measure nothing. */
  arePictures: boolean
  fault: Fault | null
}

function readWish(words: readonly string[]): Wish {
  const names = words.filter((word) => !word.startsWith("--"))
  const faultAt = words.indexOf("--fault")
  const fault = faultAt < 0 ? null : words[faultAt + 1]
  if (fault !== null && !FAULTS.includes(fault as Fault)) refuse(`--fault takes ${FAULTS.join(", ")}`)
  const all = Object.keys(MEASURES) as MeasureName[]
  const wanted = new Set<MeasureName>()
  const figures = new Set<string>()
  for (const name of names.filter((word) => !["soak", "phone", fault].includes(word))) {
    const spec = FIGURES.find((one) => one.name === name)
    if (name in MEASURES) {
      wanted.add(name as MeasureName)
      for (const one of FIGURES) if (one.measure === name) figures.add(one.name)
    } else if (spec) {
      wanted.add(spec.measure)
      figures.add(name)
    } else refuse(`no figure "${name}". There are: ${FIGURES.map((one) => one.name).join(", ")}`)
  }
  if (names.includes("soak")) wanted.add("heap")
  return {
    measures: wanted.size > 0 ? all.filter((name) => wanted.has(name)) : all,
    figures,
    isJson: words.includes("--json"),
    isQuick: words.includes("--quick"),
    isSoak: names.includes("soak"),
    isPhone: names.includes("phone"),
    arePictures: words.includes("--pictures"),
    fault: fault as Fault | null,
  }
}

function refuse(text: string): never {
  console.error(`bench: ${text}`)
  process.exit(2)
}

/** A measure whose module isn't there, or that breaks, tells its figures as not measured; the run goes on. */
async function runMeasure(
  name: MeasureName,
  context: ReturnType<typeof createContext>,
): Promise<FigureResult[]> {
  const own = FIGURES.filter(({ measure }) => measure === name)
  const unmeasured = (note: string): FigureResult[] =>
    own.map((spec) => ({ name: spec.name, value: null, values: [], against: "", isRight: false, note }))
  const url = new URL(MEASURES[name], import.meta.url)
  if (!existsSync(fileURLToPath(url))) return unmeasured("its module is missing")
  try {
    const { measure } = (await import(url.href)) as { measure: Measure }
    return await measure.run(context)
  } catch (error) {
    return unmeasured(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2))
  const say = (text: string) => process.stderr.write(`bench: ${text}\n`)
  if (wish.arePictures) {
    const { writePictures } = await import("./report/write-pictures.ts")
    try {
      writePictures(wish.isQuick ? "quick" : "full", say)
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
      process.exit(1)
    }
    return
  }
  const needsPage = wish.isPhone || wish.measures.some((name) => !NEEDS_NO_PAGE.includes(name))
  if (needsPage || wish.measures.includes("initial-js")) ensureBuilt()
  if (needsPage) await ensureBenchPages()
  const chromium = needsPage && !wish.isPhone ? await ensureChromium() : undefined
  if (wish.isPhone) {
    const { runPhone } = await import("./phone/run-phone.ts")
    await runPhone()
    return
  }
  const facts: RunFacts = {
    form: wish.isQuick ? "quick" : "full",
    workload: WORKLOAD_VERSION,
    startedAt: new Date().toISOString(),
    machine: describeMachine(),
    versions: describeVersions(chromium),
  }
  const context = createContext({ ...wish, chromium: chromium ?? "", say })
  const told: JudgedFigure[] = []
  const seconds: Partial<Record<MeasureName, number>> = {}
  try {
    for (const name of wish.measures) {
      say(`${name} …`)
      const startedAt = performance.now()
      const budgetMs = wish.isQuick || wish.isSoak ? Number.POSITIVE_INFINITY : BUDGET_S[name] * 1000
      context.begin(budgetMs)
      const results = await runMeasure(name, context)
      seconds[name] = Math.round((performance.now() - startedAt) / 1000)
      if (context.timeLeftMs() < -OVER_BUDGET_MS)
        say(`${name}: took ${seconds[name]} s of the ${BUDGET_S[name]} s that it may`)
      for (const result of results) {
        const spec = FIGURES.find((one) => one.name === result.name)
        if (!spec || (wish.figures.size > 0 && !wish.figures.has(result.name))) continue
        const figure = judge(spec, result)
        told.push(figure)
        if (wish.isJson) console.log(jsonLine(figure, facts))
      }
    }
  } finally {
    await context.closeAll()
  }
  console.log(`\n${table(told)}`)
  say(`kept in ${keep(told, { ...facts, seconds })}`)
  const isWrong = told.some((figure) => !figure.isRight)
  const isMissed = told.some((figure) => figure.met === false)
  process.exit(isWrong || (isMissed && !wish.isQuick) ? 1 : 0)
}

await main()

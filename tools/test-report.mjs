/** Reports the test results: duration of each part, the slowest tests, failures with reasons, and the closing line. */

import { relative } from "node:path"
import { root } from "./steps.mjs"

const SLOWEST = 10
/** As tests/support/journey.ts says it. */
const OUT_OF_TIME = "out of time"
/** Lines of a reason that are shown; the whole stands where the test ran. */
const REASON_LINES = 12

/** Prints the report of `runTests`, or of its parts; `steps` are other parts with their seconds. Answers whether all is well. */
export function report({ unit, journeys, rare }, steps = []) {
  const parts = [unit, journeys, rare].filter(Boolean)
  const tests = [...unitTests(unit), ...journeyTests(journeys), ...journeyTests(rare)]
  console.log(
    `\nTook: ${[...steps, ...parts].map(({ name, seconds }) => `${name} ${clock(seconds)}`).join(", ")}`,
  )
  console.log(`Tests, each part added up (some run at a time): ${sums(tests)}`)
  console.log(`The ${SLOWEST} slowest:`)
  for (const { seconds, name } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)

  const failures = [
    ...tests.filter(({ outcome }) => outcome === "failed"),
    ...parts.flatMap((part) => brokenFiles(part, tests)),
    ...steps.filter(({ status }) => status !== undefined && status !== 0).map(failedStep),
  ]
  // Each is a fault of the journey or of what it walks: named here so that it is looked into.
  const unsteady = tests.filter(({ outcome }) => outcome === "unsteady")
  for (const { name, reason } of unsteady) console.log(`second try: ${name}\n    ${beginning(reason)}`)
  for (const file of unit?.lost ?? []) console.log(`lost: ${file}\n    ${beginning(reasonOf(file, unit))}`)
  for (const { name } of tests.filter(({ isLate }) => isLate)) console.log(`left out, no time: ${name}`)
  // Last, where the end of a long log is all that one sees.
  for (const { name, reason } of failures) console.log(`failed: ${name}\n    ${beginning(reason)}`)
  const count = (outcome) => tests.filter((test) => test.outcome === outcome).length
  const skipped = count("skipped")
  const rest = [
    unsteady.length > 0 && `${unsteady.length} at a second try`,
    skipped > 0 && `${skipped} skipped`,
  ].filter(Boolean)
  console.log(
    [`${count("passed") + unsteady.length} passed`, `${failures.length} failed`, ...rest].join(", "),
  )
  return failures.length === 0 && parts.every(({ status }) => status === 0)
}

const OUTCOMES = {
  passed: "passed",
  failed: "failed",
  expected: "passed",
  unexpected: "failed",
  flaky: "unsteady",
}

function unitTests(unit) {
  return (unit?.json?.testResults ?? []).flatMap(({ name: path, assertionResults }) => {
    const file = relative(root, path)
    return assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      group: groupOf(file),
      name: `${file} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
      outcome: OUTCOMES[status] ?? "skipped",
      reason: failureMessages?.[0],
    }))
  })
}

function journeyTests(journeys) {
  const walk = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(walk)]
  return walk(journeys?.json ?? {}).flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results, annotations }) => ({
      group: "journeys",
      name: `tests/journeys/${file}:${line} › ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      outcome: OUTCOMES[status] ?? "skipped",
      isLate: annotations.some(({ description }) => description === OUT_OF_TIME),
      reason: results.find(({ error }) => error)?.error?.message,
    })),
  )
}

/** Why the process of a file ended before the file did. */
const reasonOf = (file, { stray }) => stray.find((text) => text.includes(file)) ?? stray[0]

/** A file that could not be loaded has no test that failed, and a run may end without results at all. */
function brokenFiles({ name, status, json, stray = [] }, tests) {
  const broken = (json?.testResults ?? [])
    .filter((file) => file.status === "failed")
    .filter((file) => file.assertionResults.every((test) => test.status !== "failed"))
    .map((file) => ({ name: relative(root, file.name), reason: file.message }))
  if (status !== 0) for (const reason of stray) broken.push({ name, reason })
  for (const { message } of json?.errors ?? []) broken.push({ name, reason: message })
  const isSaid = broken.length > 0 || tests.some(({ outcome }) => outcome === "failed")
  if (status === 0 || isSaid) return broken
  return [{ name, reason: `ended with ${status}, though no test failed: see its output` }]
}

const failedStep = ({ name, status }) => ({ name, reason: `ended with ${status}: see its output` })

/** Tests of the whole by their folder, all that lie beside what they test together. */
const groupOf = (file) =>
  /^(?:tests\/)(\w+)\//.exec(file)?.[1] ?? (file.startsWith("bench/") ? "bench" : "unit")

function sums(tests) {
  const groups = new Map()
  for (const { group, seconds } of tests) groups.set(group, (groups.get(group) ?? 0) + seconds)
  return [...groups]
    .toSorted(([, one], [, other]) => other - one)
    .map(([group, seconds]) => `${group} ${clock(seconds)}`)
    .join(", ")
}

/** `m:ss` */
const clock = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`

const beginning = (reason) => (reason || "no reason given").split("\n").slice(0, REASON_LINES).join("\n    ")

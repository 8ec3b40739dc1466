/** W7: connections never take the files that the database and the lock need. */

import { expect, test } from "vitest"
import { FILES_KEPT_BACK, fitToOpenFiles, openFilesMax } from "./open-files.ts"

const asked = {
  httpConnectionsMax: 1000,
  httpConnectionsPerAddress: 200,
  connectionsMax: 2000,
  connectionsPerAddress: 100,
  other: "kept",
}

test("caps stay as they are where the files suffice, or nobody knows how many there are", () => {
  expect(fitToOpenFiles(asked, undefined)).toBe(asked)
  expect(fitToOpenFiles(asked, FILES_KEPT_BACK + 4000)).toBe(asked)
})

test.each([3999 + FILES_KEPT_BACK, 1024, 700, FILES_KEPT_BACK + 60])(
  "of %i files enough are kept back, whatever the caps",
  (files) => {
    const fitted = fitToOpenFiles(asked, files)
    const { httpConnectionsMax, connectionsMax } = fitted
    expect(2 * httpConnectionsMax + connectionsMax).toBeLessThanOrEqual(files - FILES_KEPT_BACK)
    expect(httpConnectionsMax).toBeGreaterThan(10)
    expect(fitted.httpConnectionsPerAddress).toBeLessThanOrEqual(httpConnectionsMax / 4)
    expect(fitted.connectionsPerAddress).toBeLessThanOrEqual(connectionsMax / 4)
    expect(fitted.other).toBe("kept")
  },
)

test("with too few files the start says what is needed", () => {
  expect(() => fitToOpenFiles(asked, 256)).toThrow(/open files: 256 are allowed.*ulimit -n/)
})

test.skipIf(process.platform === "win32")("the system's own limit is read", () => {
  expect(openFilesMax()).toBeGreaterThan(60)
})

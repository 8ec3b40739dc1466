/**
 * What a running Saker is made of, as CycloneDX, read from the lock itself. `npm sbom --omit dev` leaves out what packages for
 * development need as well: react, zod and fifty others.
 */

const FOLDER = "node_modules/"
const nameIn = (path) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

/** @param {{ name: string, version: string, packages: Record<string, any> }} lock package-lock.json, parsed */
export function sbomOf({ name, version, packages }) {
  const running = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev)
  const root = `${name}@${version}`
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": root, name, version } },
    components: running.map(([path, row]) => componentOf(path, row)).filter(isFirst),
    dependencies: [["", packages[""]], ...running]
      .map(([path, row]) => ({
        ref: path === "" ? root : refOf(path, row),
        dependsOn: Object.keys({ ...row.dependencies, ...row.optionalDependencies })
          .map((needed) => pathOf(packages, path, needed))
          .filter((found) => found !== undefined)
          .map((found) => refOf(found, packages[found])),
      }))
      .filter((one, at, all) => all.findIndex(({ ref }) => ref === one.ref) === at),
  }
}

const refOf = (path, { version }) => `${nameIn(path)}@${version}`
const isFirst = (one, at, all) => all.findIndex((other) => other["bom-ref"] === one["bom-ref"]) === at

function componentOf(path, row) {
  const name = nameIn(path)
  const [kind = "", hash = ""] = (row.integrity ?? "").split("-")
  return {
    "bom-ref": refOf(path, row),
    type: "library",
    name,
    version: row.version,
    scope: row.optional || row.devOptional || row.peer ? "optional" : "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${row.version}`,
    ...(hash && {
      hashes: [{ alg: kind.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") }],
    }),
    ...(row.license && { licenses: [licenseOf(row.license)] }),
  }
}

const licenseOf = (text) => (/[ (]/.test(text) ? { expression: text } : { license: { id: text } })

/** The package that `needed` means in a folder: the nearest one above it; undefined: it isn't in the lock. */
function pathOf(packages, from, needed) {
  for (let folder = from; ; ) {
    const path = folder === "" ? `${FOLDER}${needed}` : `${folder}/${FOLDER}${needed}`
    if (path in packages) return path
    if (folder === "") return undefined
    const at = folder.lastIndexOf(`/${FOLDER}`)
    folder = at < 0 ? "" : folder.slice(0, at)
  }
}

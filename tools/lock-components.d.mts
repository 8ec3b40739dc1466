export interface SbomComponent {
  "bom-ref": string
  name: string
  version: string
  scope: "required" | "optional"
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: ({ expression: string } | { license: { id: string } })[]
}
export function sbomOf(lock: { name: string; version: string; packages: Record<string, object> }): {
  components: SbomComponent[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

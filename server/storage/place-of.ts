/** How is a database named to a person? By where it is, never by how to get in. */

/** Host, port and database of a PostgreSQL address, without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || "the local socket"}${port ? `:${port}` : ""}${pathname}`
}

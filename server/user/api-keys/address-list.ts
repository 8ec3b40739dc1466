/** The addresses and networks that may use an API key. */

import { BlockList, isIP, isIPv6 } from "node:net"

/** One address or network in its written form; undefined: it is neither. */
export function readNetwork(text: string): string | undefined {
  const given = text.trim()
  const [address = "", prefix, ...rest] = given.split("/")
  const bits = isIPv6(address) ? 128 : 32
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return undefined
  if (prefix === undefined) return given
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits ? given : undefined
}

/** Whether an address may use the key; an empty list lets all in. `networks`: as {@link readNetwork} has read them. */
export function addressCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const one of networks) {
    const [address = "", prefix] = one.split("/")
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => isIP(address) > 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4")
}

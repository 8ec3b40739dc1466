/** Only the node that was named is listened to. */

import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { JsonRpc } from "./json-rpc.ts"

let node: Server
let url: string
let asked = 0

beforeAll(async () => {
  node = createServer((request, response) => {
    if (request.url === "/elsewhere") response.writeHead(307, { location: "/node" }).end()
    else {
      asked += 1
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 0, result: "0x1" }))
    }
  }).listen(0, "127.0.0.1")
  await once(node, "listening")
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => node.close())

test("a node that leads to another counts as away, and the other is never asked", async () => {
  expect(await new JsonRpc(`${url}/node`).call("eth_chainId")).toBe("0x1")
  await expect(new JsonRpc(`${url}/elsewhere`).call("eth_chainId")).rejects.toThrow("the node is away")
  expect(asked).toBe(1)
})

/** Keeps the bytes of a signed request's body: a signature is over what was sent, not over what was read of it. */

import { Readable } from "node:stream"
import type { FastifyInstance } from "fastify"
import { isSigned } from "../calls/signed-request.ts"
import { BODY_BYTES_MAX } from "./http-limits.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** As it came; undefined: the request isn't signed, or has no body. */
    signedBody?: Buffer
  }
}

/** What is larger than a body may be is handed on unread, and refused as any other. */
export function keepSignedBodies(app: FastifyInstance): void {
  app.decorateRequest("signedBody", undefined)
  app.addHook("preParsing", async (request, _reply, payload) => {
    if (!isSigned(request) || Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) return payload
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of payload) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > BODY_BYTES_MAX) break
    }
    request.signedBody = Buffer.concat(chunks)
    return Object.assign(Readable.from([request.signedBody]), { receivedEncodedLength: length })
  })
}

/** The envelope of every answer: HTTP 200 with code, message and data; refusals use it too. */

import type { FastifyReply, FastifyRequest } from "fastify"
import { type Envelope, PROBLEMS, type Problem, SUCCESS_CODE } from "#core/wire/index.ts"
import type { ProblemText } from "./problem-text.ts"
import { tellRefusal } from "./refusal-signal.ts"

export const success = <Data>(data: Data): Envelope<Data> => ({ code: SUCCESS_CODE, message: "", data })

function refusal(text: ProblemText, request: FastifyRequest, problem: Problem): Envelope<null> {
  tellRefusal(problem.name)
  return {
    code: PROBLEMS[problem.name],
    message: text.say(problem, text.languageOf(request.headers)),
    data: null,
  }
}

/**
 * Sends a refusal; only an unknown path (404) and a bug (500) have a status of their own. What has to be waited for is
 * said in `retry-after` too (seconds), for whoever counts it down.
 */
export const sendRefusal = (
  reply: FastifyReply,
  text: ProblemText,
  problem: Problem,
  status = 200,
): FastifyReply => {
  reply.server.securityLog?.refused(problem.name, reply)
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .headers(problem.name === "WAIT" ? { "retry-after": String(problem.values?.seconds ?? 1) } : {})
    .type("application/json; charset=utf-8")
    .send(refusal(text, reply.request, problem))
}

/** What each operator call does, told who acts: the name of the key that the call came with. */

import type { ProblemOf, RequestOf, ResponseOf, Result } from "#core/wire/index.ts"
import type { OperatorEndpointName, operatorEndpoints } from "#core/wire/operator-calls.ts"
import type { Handler } from "../calls/handler.ts"
import { NOBODY, type OperatorKeys } from "./operator-keys.ts"

type Signed = Exclude<OperatorEndpointName, "operatorKeyAdd">
type EndpointOf<Name extends OperatorEndpointName> = (typeof operatorEndpoints)[Name]
type ActOf<E> = (
  given: RequestOf<E> & { by: string },
) => Result<ResponseOf<E>, ProblemOf<E>> | Promise<Result<ResponseOf<E>, ProblemOf<E>>>
export type Acts = { [Name in Signed]: ActOf<EndpointOf<Name>> }
type Handlers = { [Name in Signed]: Handler<EndpointOf<Name>> }

/** The handlers of the acts: who calls without an operator's key is refused before anything is done. */
export function signed(keys: Pick<OperatorKeys, "nameOf">, acts: Acts): Handlers {
  const named = Object.entries(acts).map(([name, act]) => [
    name,
    async (given: object, { session }: { session: typeof NOBODY | null }) =>
      (act as (given: object) => unknown)({ ...given, by: await keys.nameOf(session ?? NOBODY) }),
  ])
  return Object.fromEntries(named) as Handlers
}

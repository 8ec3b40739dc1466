/** Routes of listen keys: made, kept alive and closed by who names an API key, as there, where it may read. */

import { DoorError, type Venue } from "../door-error.ts"
import type { DoorRequest, DoorRoute } from "../door-route.ts"
import type { ListenKeys } from "./listen-keys.ts"

const unknownKey = (): DoorError => new DoorError(-1125, "This listenKey does not exist.")

export function listenKeyRoutes(keys: ListenKeys): DoorRoute[] {
  return [
    ...routesOf(keys, "spot", "/api/v3/userDataStream"),
    ...routesOf(keys, "futures", "/fapi/v1/listenKey"),
  ]
}

function routesOf(keys: ListenKeys, venue: Venue, path: `/${string}`): DoorRoute[] {
  const common = { path, access: "key", limit: "read", weight: venue === "spot" ? 2 : 1 } as const
  /** Spot names the key, futures mean the one that there is. */
  const named = ({ parameters }: DoorRequest) =>
    venue === "spot" ? parameters.required("listenKey") : undefined
  return [
    {
      ...{ ...common, method: "POST" },
      handle: (asked) => ({ listenKey: keys.make(venue, ownerOf(asked)) }),
    },
    {
      ...{ ...common, method: "PUT" },
      handle(asked) {
        const session = ownerOf(asked)
        if (!keys.keepAlive(venue, session, named(asked))) throw unknownKey()
        return venue === "spot" ? {} : { listenKey: keys.make(venue, session) }
      },
    },
    {
      ...{ ...common, method: "DELETE" },
      handle(asked) {
        if (!keys.close(venue, ownerOf(asked), named(asked))) throw unknownKey()
        return {}
      },
    },
  ]
}

/** @throws DoorError -2015 where the key may not read */
function ownerOf({ session, calls }: DoorRequest) {
  calls.demand("assets")
  if (!session) throw unknownKey()
  return session
}

/** Callers for tests of route handlers. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { HttpRuntime } from "./runtime.ts";

/** A session that acts for the wallet `account`; `undefined`: for none. */
export function sessionActor(account: string | undefined): SessionActor {
  const id = account ?? "nobody";
  return { kind: "session", userId: `usr_${id}`, sessionId: `ses_${id}`, account, provedAt: 0 };
}

/** A `resolveActor` for which the account that `accountOf` finds in the headers is signed in. */
export function signedIn(
  accountOf: (headers: Headers) => string | undefined,
): Pick<HttpRuntime, "resolveActor"> {
  return {
    resolveActor: (_door, { request }) => {
      const account = accountOf(request.headers);
      return account === undefined
        ? Promise.reject(new ServiceError("SIGN_IN_REQUIRED"))
        : Promise.resolve(sessionActor(account));
    },
  };
}

/** Whose stream a request opens: a browser's session, or a bot. */
import "server-only";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { requireLiveBot } from "#lib/machines/keys/authenticate-bot.ts";
import type { UnauthenticatedCall } from "#lib/platform/http/authentication.ts";
import { clientOf } from "#lib/platform/http/client-of.ts";
import { REQUEST_TARGET_HEADER } from "#lib/platform/http/request-target.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import type { StreamOwner } from "#lib/platform/streams/stream-definition.ts";
import { resolveActor } from "./resolve-actor.ts";

/** The session that acts for the wallet. @throws 401 of a session, ACCOUNT_MISMATCH for another wallet */
export async function sessionOwner(
  request: IncomingMessage,
  { address, account }: { address: string; account: string },
): Promise<StreamOwner> {
  const check = async () => {
    const actor = await resolveActor("session", callOf(request, address));
    const isOwn = actor.kind === "session" && actor.account === account;
    if (!isOwn) throw new ServiceError("ACCOUNT_MISMATCH");
    return actor;
  };
  const { userId } = await check();
  return { userId, account, check };
}

/** @throws as `authenticateBot` does, and WALLET_REQUIRED when the key's wallet is not its owner's any more */
export async function botOwner(
  request: IncomingMessage,
  { address }: { address: string },
): Promise<StreamOwner> {
  const call = callOf(request, address);
  const actor = await resolveActor("bot_key", call);
  if (actor.kind !== "bot_key" || actor.account === undefined) {
    throw new ServiceError("WALLET_REQUIRED");
  }
  const { userId, keyId, account } = actor;
  const check = () =>
    requireLiveBot(keyId, { account, client: call.client, now: httpRuntime().clock.now() });
  return { userId, account, check };
}

/** The host of the URL is a placeholder, and there is no body. */
function callOf(request: IncomingMessage, address: string): UnauthenticatedCall {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  headers.set("x-forwarded-for", address);
  // A client must not say itself what it signed.
  headers.set(REQUEST_TARGET_HEADER, request.url ?? "");
  const web = new Request(`http://app${request.url}`, { headers });
  const client = clientOf(headers);
  return {
    request: web,
    now: httpRuntime().clock.now(),
    client,
    readBody: async () => new Uint8Array(),
  };
}

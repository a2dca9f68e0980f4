/**
 * Turns a request into who calls. The form of the credential is looked at first: one that belongs to another door is
 * refused with the address of that door, before anything is looked up.
 */
import "server-only";
import type { Actor, Client } from "#lib/actor.ts";
import { authenticateBot } from "#lib/bot/authenticate.ts";
import { ServiceError } from "#lib/errors.ts";
import { authenticateMcpKey } from "#lib/mcp-keys/authenticate.ts";
import { authenticateOperator } from "#lib/operator/authenticate.ts";
import { currentSession } from "#lib/wallet-session/session.ts";
import { sessionOfToken } from "#lib/wallet-session/verify-token.ts";
import { type Presented, presentedCredential } from "./presented.ts";
import { noteWrongDoor, wrongDoor } from "./wrong-door.ts";

/** What an endpoint takes. */
export type Door = "session" | "mcp_key" | "bot_key" | "operator";

/** A call whose caller is not known yet. */
export type UnknownCall = {
  request: Request;
  now: number;
  client: Client;
  /** The body's bytes, read at most once and never more than the endpoint takes. */
  readBody: () => Promise<Uint8Array>;
};

type Shown<Kind> = Extract<Presented, { kind: Kind }>;

/** @throws a refusal of the catalogue with status 401 or 403 */
export async function resolveActor(door: Door, call: UnknownCall): Promise<Actor> {
  const presented = presentedCredential(call.request.headers);
  switch (presented.kind) {
    case "none":
    case "cookie":
      return door === "session" ? cookieSession(call) : refuseMissing(door);
    case "jwt":
      return door === "session" ? sessionOfToken(presented.text, call) : turnAway(presented, call);
    case "mcp_key":
      return door === "mcp_key" ? authenticateMcpKey(presented, call) : turnAway(presented, call);
    case "bot_key":
      return door === "bot_key" ? authenticateBot(presented, call) : turnAway(presented, call);
    case "operator_key":
      return door === "operator" ? authenticateOperator(presented) : turnAway(presented, call);
    case "venue_key":
    case "bot_secret":
    case "unknown":
      return turnAway(presented, call);
  }
}

async function cookieSession({ request, now }: UnknownCall): Promise<Actor> {
  const actor = (await currentSession(request.headers, now))?.actor;
  if (actor === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return actor;
}

const EXPECTED: Record<Exclude<Door, "session">, string> = {
  mcp_key: "Authorization: Bearer svc_sk_…",
  bot_key: "X-Bot-Key, X-Bot-Timestamp, X-Bot-Nonce and X-Bot-Signature",
  operator: "Authorization: Bearer operator_…",
};

function refuseMissing(door: Exclude<Door, "session">): never {
  throw new ServiceError("MISSING_CREDENTIAL", { expected: EXPECTED[door] });
}

async function turnAway(
  presented: Exclude<Presented, Shown<"none" | "cookie">>,
  { request, now }: UnknownCall,
): Promise<never> {
  await noteWrongDoor(presented, new URL(request.url).pathname, now);
  throw wrongDoor(presented);
}

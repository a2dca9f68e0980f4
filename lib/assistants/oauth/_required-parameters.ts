/** What an authorization request must have beyond what the provider asks for, at /oauth/authorize and at /oauth/par. */
import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { isScope } from "#lib/protocol/scopes.ts";

/** Characters of a parameter that is kept until its user decides. */
const LONGEST = 512;
const LONGEST_ADDRESS = 2_048;
/** Addresses, and what a client packs its own state into. */
const ADDRESSES = new Set(["client_id", "redirect_uri", "resource", "state"]);

type Check = (ctx: KoaContextWithOIDC, value: string | undefined) => void;

export const requiredParameters: Record<"state" | "scope" | "response_mode" | "prompt", Check> = {
  state: ({ oidc }, value) => {
    requireText(oidc.params ?? {});
    if (value === undefined) throw new errors.InvalidRequest("missing required parameter state");
  },
  scope: (ctx, value) => {
    if (value === undefined) throw new errors.InvalidRequest("missing required parameter scope");
    const unknown = (sentScope(ctx) ?? value).split(" ").filter((scope) => !isScope(scope));
    if (unknown.length > 0) {
      throw new errors.InvalidScope("unknown scope", unknown.join(" "));
    }
  },
  response_mode: (_ctx, value) => {
    if (value !== undefined && value !== "query") throw new errors.UnsupportedResponseMode();
  },
  // Anybody can register: an address of theirs that begins here is not to lead on without a page of ours.
  prompt: (_ctx, value) => {
    if (value !== "none") return;
    const reason = "prompt=none is not taken: the user decides about each authorization";
    throw Object.assign(new errors.InvalidRequest(reason), { allow_redirect: false });
  },
};

/** The database takes no NUL, and nobody needs other control characters (RFC 6749, A). */
function requireText(params: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(params)) {
    const most = ADDRESSES.has(name) ? LONGEST_ADDRESS : LONGEST;
    for (const text of [value].flat()) {
      if (typeof text !== "string") continue;
      const isLong = text.length > most;
      if (!isLong && !/\p{Cc}/u.test(text)) continue;
      // It is not sent on either.
      if (name === "state") Object.assign(params, { state: undefined });
      const reason = isLong ? `has more than ${most} characters` : "has control characters";
      throw new errors.InvalidRequest(`${name} ${reason}`);
    }
  }
}

/** As it came: the provider leaves out what it thinks nobody needs. */
function sentScope({ method, query, oidc }: KoaContextWithOIDC): string | undefined {
  const sent: unknown = method === "POST" ? oidc.body?.["scope"] : query["scope"];
  return typeof sent === "string" ? sent : undefined;
}

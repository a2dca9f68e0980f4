/** Checks of authorization requests beyond the provider's own, at /oauth/authorize and /oauth/par. */
import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { isScope } from "#lib/protocol/scopes.ts";

/** Maximum length of a stored parameter. */
const LONGEST = 512;
const LONGEST_ADDRESS = 2_048;
/** Maximum length of addresses and of the client's own state. */
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
  // Anyone can register a client, so the service must not redirect to its addresses without a page in between.
  prompt: (_ctx, value) => {
    if (value !== "none") return;
    const reason = "prompt=none is not taken: the user decides about each authorization";
    throw Object.assign(new errors.InvalidRequest(reason), { allow_redirect: false });
  },
};

/** The database cannot store NUL, and RFC 6749, A allows no other control characters. */
function requireText(params: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(params)) {
    const most = ADDRESSES.has(name) ? LONGEST_ADDRESS : LONGEST;
    for (const text of [value].flat()) {
      if (typeof text !== "string") continue;
      const isLong = text.length > most;
      if (!isLong && !/\p{Cc}/u.test(text)) continue;
      // It is not passed on either.
      if (name === "state") Object.assign(params, { state: undefined });
      const reason = isLong ? `has more than ${most} characters` : "has control characters";
      throw new errors.InvalidRequest(`${name} ${reason}`);
    }
  }
}

/** The raw parameters: the provider drops some of them. */
function sentScope({ method, query, oidc }: KoaContextWithOIDC): string | undefined {
  const sent: unknown = method === "POST" ? oidc.body?.["scope"] : query["scope"];
  return typeof sent === "string" ? sent : undefined;
}

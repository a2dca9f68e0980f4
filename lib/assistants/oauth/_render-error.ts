/** The page of an authorization that failed without a trusted redirect address for the reason. */
import { type ErrorOut, errors, type KoaContextWithOIDC } from "oidc-provider";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { BUSY_SECONDS } from "./_unavailable.ts";
import { endedInteractionProblem } from "./ended-interaction.ts";
import { type OauthProblem, oauthErrorPage } from "./error-page.ts";

export async function renderOAuthError(
  ctx: KoaContextWithOIDC,
  out: ErrorOut,
  error: Error,
): Promise<void> {
  const { error: code, error_description: detail } = out;
  const language = pageLanguage({
    cookie: ctx.get("cookie"),
    acceptLanguage: ctx.get("accept-language"),
  });
  const problem = isLateResume(ctx, error)
    ? await endedInteractionProblem(uidOf(ctx))
    : problemOf(error);
  const page = oauthErrorPage({ problem, code, detail }, language);
  ctx.status = page.status;
  ctx.set({ ...page.headers });
  if (page.status === 503) ctx.set("retry-after", String(BUSY_SECONDS));
  ctx.body = page.body;
}

/** True when the browser returns to the address after a decision, by going back or reloading. */
function isLateResume({ oidc }: KoaContextWithOIDC, error: Error): boolean {
  return oidc.route === "resume" && error instanceof errors.SessionNotFound;
}

function uidOf({ path }: KoaContextWithOIDC): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function problemOf(error: Error): OauthProblem {
  if (error instanceof errors.TemporarilyUnavailable) return "busy";
  if (error instanceof errors.SessionNotFound) return "expired";
  if (error instanceof errors.InvalidRequestUri) return "expired";
  if (error instanceof errors.InvalidClient) return "client";
  if (error instanceof errors.InvalidClientMetadata) return "client";
  if (error instanceof errors.InvalidRedirectUri) return "redirect";
  return error instanceof errors.OIDCProviderError ? "request" : "server";
}

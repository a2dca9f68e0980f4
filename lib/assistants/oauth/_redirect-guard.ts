/** Guards the redirects from an authorization to its client. */
import "server-only";
import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { redirectHost, redirectKind } from "#lib/assistants/oauth-clients/redirect-uris.ts";
import { config } from "#lib/platform/config/config.ts";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { type AppOutcome, openAppPage } from "./_open-app-page.ts";
import { type OauthProblem, oauthErrorPage } from "./error-page.ts";

/**
 * After a decision the browser is redirected to a site or to a program on this machine; a page opens an app's own scheme. A
 * request that failed before a person saw it is redirected only to this machine and to clients that the operator vouches
 * for: otherwise the service would be an open redirector (RFC 9700, 4.11.2).
 */
export function guardRedirects(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    // The header may be absent, which its type omits.
    const address: string | undefined = ctx.response.get("location");
    const { client, route } = oidc ?? {};
    // Redirects to pages of this site are paths.
    if (client === undefined || address === undefined || address.startsWith("/")) return;
    const kind = redirectKind(address);
    if (route === "resume" && kind === "scheme")
      openApp(ctx as KoaContextWithOIDC, client, address);
    if (route === "authorization" && kind !== "loopback" && !isVouchedFor(client)) {
      showFailure(ctx as KoaContextWithOIDC, address);
    }
  });
}

function isVouchedFor({ clientId }: Client): boolean {
  return config().verifiedClients.includes(clientId);
}

function openApp(ctx: KoaContextWithOIDC, client: Client, address: string): void {
  const app = client.clientName ?? redirectHost(address);
  const outcome = outcomeOf(ctx, new URL(address).searchParams);
  const page = openAppPage({ outcome, app, address }, languageOf(ctx));
  show(ctx, { ...page, status: 200 });
}

/** The person's answer, not its outcome: a grant that was revoked meanwhile is not a denial. */
function outcomeOf({ oidc }: KoaContextWithOIDC, answer: URLSearchParams): AppOutcome {
  if (answer.has("code")) return "approved";
  return oidc.entities.Interaction?.result?.["error"] === undefined ? "failed" : "denied";
}

/** Shows the reason and a link to the client instead of redirecting. */
function showFailure(ctx: KoaContextWithOIDC, address: string): void {
  const answer = new URL(address).searchParams;
  const code = answer.get("error") ?? "invalid_request";
  const failure = {
    problem: PROBLEMS[code] ?? "request",
    code,
    detail: answer.get("error_description") ?? undefined,
    back: { host: redirectHost(address), address },
  } as const;
  show(ctx, oauthErrorPage(failure, languageOf(ctx)));
}

const PROBLEMS: Readonly<Record<string, OauthProblem>> = {
  server_error: "server",
  temporarily_unavailable: "busy",
};

function show(
  ctx: KoaContextWithOIDC,
  page: { status: number; headers: Readonly<Record<string, string>>; body: string },
): void {
  ctx.remove("location");
  ctx.status = page.status;
  ctx.set({ ...page.headers });
  ctx.body = page.body;
}

function languageOf(ctx: KoaContextWithOIDC) {
  return pageLanguage({ cookie: ctx.get("cookie"), acceptLanguage: ctx.get("accept-language") });
}

/** Where an authorization leaves this site for its client, and what the person sees in between. */
import "server-only";
import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { redirectHost, redirectKind } from "#lib/assistants/oauth-clients/redirect-uris.ts";
import { config } from "#lib/platform/config.ts";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { type AppOutcome, openAppPage } from "./_open-app-page.ts";
import { type OauthProblem, oauthErrorPage } from "./error-page.ts";

/**
 * Behind a decision a site and a program on this machine are redirected to; an app's own scheme is opened by a page. A
 * request that failed before anybody saw it leads on by itself only where that helps nobody who lured a person here: to
 * this machine, and to clients that the operator vouches for (RFC 9700, 4.11.2).
 */
export function guardRedirects(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    // Its type leaves out that there may be none.
    const address: string | undefined = ctx.response.get("location");
    const { client, route } = oidc ?? {};
    // Its own pages are named by their path.
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

/** What the person answered, and not what became of it: a grant that was taken back meanwhile is no denial of theirs. */
function outcomeOf({ oidc }: KoaContextWithOIDC, told: URLSearchParams): AppOutcome {
  if (told.has("code")) return "approved";
  return oidc.entities.Interaction?.result?.["error"] === undefined ? "failed" : "denied";
}

/** The reason stays with the person, and the way to the client is theirs to go. */
function showFailure(ctx: KoaContextWithOIDC, address: string): void {
  const told = new URL(address).searchParams;
  const code = told.get("error") ?? "invalid_request";
  const failure = {
    problem: PROBLEMS[code] ?? "request",
    code,
    detail: told.get("error_description") ?? undefined,
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

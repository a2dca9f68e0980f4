/** Describes a client for the consent page, with warnings. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import { hasMixedScripts, resemblesOurs } from "#lib/platform/text/client-name.ts";
import type {
  ClientBadge,
  ClientDescription,
  ClientWarning,
  RedirectKind,
} from "#lib/protocol/consent.ts";
import { redirectHost, redirectKind } from "./redirect-uris.ts";

const DAY_SECONDS = 86_400;
/** The names of this service in its pages. */
const OWN_NAME = "svc";

/** The known facts of a client; the provider's `Client` has them. */
export type ClientFacts = {
  clientId: string;
  clientName?: string | undefined;
  /** Unix seconds; only of clients that registered themselves. */
  clientIdIssuedAt?: number | undefined;
};

/** `redirectUri`: a registered one; `now` in Unix milliseconds. */
export function describeClient(
  client: ClientFacts,
  redirectUri: string,
  now: number,
): ClientDescription {
  const { clientId } = client;
  const redirect = { kind: redirectKind(redirectUri), host: redirectHost(redirectUri) };
  const host = documentHost(clientId);
  return {
    clientId,
    name: client.clientName ?? redirect.host,
    host,
    redirect,
    badge: badgeOf(clientId, host, redirect),
    warnings: warningsOf(client, redirect.kind, now),
  };
}

function documentHost(clientId: string): string | undefined {
  return /^https?:\/\//.test(clientId) ? new URL(clientId).host : undefined;
}

/**
 * The redirect's host is the document's own or a subdomain of it, at the usual port. Not the other way round: the owner of a
 * subdomain of a shared site does not speak for the site.
 */
function badgeOf(
  clientId: string,
  host: string | undefined,
  redirect: ClientDescription["redirect"],
): ClientBadge {
  if (config().verifiedClients.includes(clientId)) return "verified";
  if (host === undefined || !clientId.startsWith("https:") || redirect.kind !== "https") {
    return "unverified";
  }
  const isOwn = redirect.host === host || redirect.host.endsWith(`.${host}`);
  return isOwn ? "domain_verified" : "unverified";
}

function warningsOf(client: ClientFacts, kind: RedirectKind, now: number): ClientWarning[] {
  const { clientName = "", clientIdIssuedAt: issuedAt } = client;
  const isNew = issuedAt !== undefined && now / 1_000 - issuedAt < DAY_SECONDS;
  const found: [ClientWarning, boolean][] = [
    ["loopback", kind === "loopback"],
    ["custom_scheme", kind === "scheme"],
    ["imitates_service", resemblesOurs(clientName, ownNames())],
    ["mixed_scripts", hasMixedScripts(clientName)],
    // A program on this computer registers again and again: the one warning says all.
    ["new_client", isNew && kind !== "loopback"],
  ];
  return found.filter(([, applies]) => applies).map(([warning]) => warning);
}

/** Includes the name in its address: `example` of `app.example.com`. */
function ownNames(): string[] {
  const { hostname } = new URL(config().baseUrl);
  const [label = ""] = /[a-z][a-z0-9-]{3,}(?=\.[a-z-]+$)/.exec(hostname) ?? [];
  return label === "" ? [OWN_NAME] : [OWN_NAME, label];
}

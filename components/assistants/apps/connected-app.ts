/** Connections that belong together: one app, as its user thinks of it. */
import { SCOPES, type Scope } from "#lib/protocol/scopes.ts";
import type { Grant, GrantedApp, GrantPage } from "./grant.ts";

export type ConnectedApp = {
  clientId: string;
  /** As the consent page showed it last. */
  name: string;
  host: string | null;
  /** The weakest of its connections: what is proven of one of them is not proven of the app. */
  badge: Grant["badge"];
  isLive: boolean;
  /** Another one goes by the same name: only the id tells them apart. */
  isNamedAlike: boolean;
  /** How many live ones it has, those of pages that were not read included; of an app that has none, how many ended lately. */
  count: number;
  /** Those that `count` is of, as far as they were read; the newest first. */
  connections: readonly Grant[];
  /** Of a live app, those that ended lately. */
  past: readonly Grant[];
  /** What at least one of the connections allows. */
  scopes: readonly Scope[];
  /** Where the connections lead back to, each once. */
  redirectHosts: readonly string[];
  /** The connection that was used last. */
  lastUsed: Grant;
};

/** What was read before and the page after it. One that is in both is taken from the page: it may have ended since. */
export function joinedPages(before: GrantPage, page: GrantPage): GrantPage {
  const known = new Map(before.grants.map((grant) => [grant.id, grant]));
  for (const grant of page.grants) known.set(grant.id, grant);
  const apps = new Map([...before.apps, ...page.apps].map((app) => [app.clientId, app]));
  return { grants: [...known.values()], apps: [...apps.values()], next: page.next };
}

/** In the order of their first connection on the page: live ones first, the one that was connected last first. */
export function connectedApps({ grants, apps }: GrantPage): ConnectedApp[] {
  const newestOf = new Map<string, Grant>();
  for (const grant of grants) {
    if (!newestOf.has(grant.clientId)) newestOf.set(grant.clientId, grant);
  }
  const names = [...newestOf.values()].map(nameKey);
  return [...newestOf.values()].map((newest) => {
    const { clientId } = newest;
    const own = grants.filter((grant) => grant.clientId === clientId);
    const total = apps.find((app) => app.clientId === clientId);
    const alike = names.filter((name) => name === nameKey(newest));
    return { ...appOf(own, newest, total), isNamedAlike: alike.length > 1 };
  });
}

function appOf(
  own: readonly Grant[],
  newest: Grant,
  total: GrantedApp | undefined,
): Omit<ConnectedApp, "isNamedAlike"> {
  const live = own.filter(({ state }) => state === "active");
  const ended = own.filter(({ state }) => state !== "active");
  const isLive = live.length > 0;
  const connections = isLive ? live : ended;
  const allowed = new Set(connections.flatMap(({ scopes }) => scopes));
  if (isLive) for (const scope of total?.scopes ?? []) allowed.add(scope);
  return {
    clientId: newest.clientId,
    name: newest.name,
    host: newest.host,
    badge: weakest(connections.map(({ badge }) => badge)),
    isLive,
    count: isLive ? Math.max(live.length, total?.connections ?? 0) : ended.length,
    connections,
    past: isLive ? ended : [],
    scopes: SCOPES.filter((scope) => allowed.has(scope)),
    redirectHosts: [...new Set(connections.map(({ redirectHost }) => redirectHost))],
    lastUsed: connections.reduce(
      (last, one) => ((one.lastUsedAt ?? "") > (last.lastUsedAt ?? "") ? one : last),
      connections[0] ?? newest,
    ),
  };
}

const FROM_THE_WEAKEST = ["unverified", "domain_verified", "verified"] as const;

function weakest(badges: readonly Grant["badge"][]): Grant["badge"] {
  return FROM_THE_WEAKEST.find((badge) => badges.includes(badge)) ?? "unverified";
}

/** Names that a reader takes for the same. */
function nameKey({ name }: Grant): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

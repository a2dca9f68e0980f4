/** Groups connections by app. */
import { byRisk, type Scope } from "#lib/protocol/scopes.ts";
import type { Grant, GrantedApp, GrantPage } from "#lib/protocol/wire/assistant.ts";

export type ConnectedApp = {
  clientId: string;
  /** As last shown on the consent page. */
  name: string;
  host: string | null;
  /** The weakest badge of its connections. */
  badge: Grant["badge"];
  isLive: boolean;
  /** Another app has the same name: only the id distinguishes them. */
  isNamedAlike: boolean;
  /** Number of live connections, also on pages not read yet; for an app without any, of recently ended ones. */
  count: number;
  /** The connections that `count` counts, as far as they were read; the newest first. */
  connections: readonly Grant[];
  /** Recently ended connections of a live app. */
  past: readonly Grant[];
  /** Scopes of any of the connections. */
  scopes: readonly Scope[];
  /** Distinct hosts of the redirect addresses. */
  redirectHosts: readonly string[];
  /** The connection that was used last. */
  lastUsed: Grant;
};

/** Appends a page to those read before. A grant in both is taken from the new page: it may have ended since. */
export function mergePages(before: GrantPage, page: GrantPage): GrantPage {
  const known = new Map(before.grants.map((grant) => [grant.id, grant]));
  for (const grant of page.grants) known.set(grant.id, grant);
  const apps = new Map([...before.apps, ...page.apps].map((app) => [app.clientId, app]));
  return { grants: [...known.values()], apps: [...apps.values()], next: page.next };
}

/** Apps in the order of the grants: live ones first, then by the newest connection. */
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
    scopes: byRisk([...allowed]),
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

/** Equal for names that look the same. */
function nameKey({ name }: Grant): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

/** How connections are grouped into apps, and what each app shows. */
import { describe, expect, test } from "vitest";
import type { Grant, GrantPage } from "#lib/protocol/wire/assistant.ts";
import { connectedApps, mergePages } from "./connected-app.ts";

function grant(id: string, more: Partial<Grant> = {}): Grant {
  return {
    id,
    clientId: "client_a",
    name: "Helper",
    host: null,
    redirectHost: "127.0.0.1",
    badge: "unverified",
    state: "active",
    scopes: ["read:market"],
    createdAt: "2026-01-02T00:00:00.000Z",
    expiresAt: "2026-02-01T00:00:00.000Z",
    revokedAt: null,
    endReason: null,
    firstUsedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUsedAgent: null,
    ...more,
  };
}

const page = (...grants: Grant[]): GrantPage => ({ grants, apps: [], next: null });

describe("one app", () => {
  test("has all connections of its client, and may do what any of them allows", () => {
    const [app, ...others] = connectedApps(
      page(
        grant("new", { scopes: ["trade:execute"], redirectHost: "cursor:" }),
        grant("old", { lastUsedAt: "2026-01-03T00:00:00.000Z" }),
        grant("older", { lastUsedAt: "2026-01-02T00:00:00.000Z" }),
      ),
    );
    expect(others).toEqual([]);
    expect(app).toMatchObject({
      count: 3,
      scopes: ["trade:execute", "read:market"],
      redirectHosts: ["cursor:", "127.0.0.1"],
      lastUsed: { id: "old" },
      isNamedAlike: false,
    });
  });

  test("that is connected is one card, with recently ended connections that add no permissions", () => {
    const [app, ...others] = connectedApps(
      page(grant("live"), grant("over", { state: "revoked", scopes: ["trade:execute"] })),
    );
    expect(others).toEqual([]);
    expect(app).toMatchObject({ isLive: true, count: 1, scopes: ["read:market"] });
    expect(app?.past.map(({ id }) => id)).toEqual(["over"]);
  });

  test("of which one page was read shows the permissions and number of all its connections", () => {
    const [app] = connectedApps({
      grants: [grant("one")],
      apps: [{ clientId: "client_a", connections: 7, scopes: ["trade:execute", "read:market"] }],
      next: "live.one",
    });
    expect(app).toMatchObject({ count: 7, scopes: ["trade:execute", "read:market"] });
    expect(app?.connections).toHaveLength(1);
  });

  test("that has ended shows the number of its connections", () => {
    const [app] = connectedApps(
      page(grant("a", { state: "revoked" }), grant("b", { state: "expired" })),
    );
    expect(app).toMatchObject({ isLive: false, count: 2, past: [] });
  });

  test("is only as proven as its least proven connection", () => {
    const [app] = connectedApps(
      page(grant("site", { badge: "domain_verified" }), grant("device", { badge: "unverified" })),
    );
    expect(app?.badge).toBe("unverified");
  });
});

test("apps with the same name stay apart, and can be told apart", () => {
  const apps = connectedApps(
    page(
      grant("a"),
      grant("b", { clientId: "client_b", name: "ｈelper " }),
      grant("c", { clientId: "client_c", name: "Other" }),
    ),
  );
  expect(apps.map(({ clientId, isNamedAlike }) => [clientId, isNamedAlike])).toEqual([
    ["client_a", true],
    ["client_b", true],
    ["client_c", false],
  ]);
});

test("a further page adds its own connections, and updates one that ended meanwhile", () => {
  const first = { ...page(grant("a"), grant("b")), next: "live.b" };
  const total = { clientId: "client_a", connections: 1, scopes: [] };
  const joined = mergePages(
    { ...first, apps: [{ ...total, connections: 2 }] },
    { ...page(grant("c"), grant("b", { state: "revoked" })), apps: [total] },
  );
  expect(joined.grants.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "a active",
    "b revoked",
    "c active",
  ]);
  expect([joined.apps, joined.next]).toEqual([[total], null]);
});

/** The description of a client on the consent page. */
import { describe, expect, test, vi } from "vitest";
import { type ClientFacts, describeClient } from "./describe-client.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
const HOUR_SECONDS = 3_600;
const VOUCHED = "https://verified.example/client.json";
const VOUCHED_REGISTERED = "client_aaaaaaaaaaaaaaaaaaaaaaaa";

// The configuration is read once, at its first use.
vi.hoisted(() => {
  process.env["BASE_URL"] = "https://app.dexly.example";
  process.env["OAUTH_VERIFIED_CLIENTS"] =
    "https://verified.example/client.json, client_aaaaaaaaaaaaaaaaaaaaaaaa";
});

const registered: ClientFacts = {
  clientId: "client_0123456789abcdef01234567",
  clientName: "App",
  clientIdIssuedAt: NOW / 1_000 - 48 * HOUR_SECONDS,
};
const described = (address: string): ClientFacts => ({ clientId: address, clientName: "App" });
const describe_ = (client: ClientFacts, redirectUri = "https://app.example/cb") =>
  describeClient(client, redirectUri, NOW);

test("a client that registered itself has no proven name", () => {
  expect(describe_(registered)).toEqual({
    clientId: registered.clientId,
    name: "App",
    host: undefined,
    redirect: { kind: "https", host: "app.example" },
    badge: "unverified",
    warnings: [],
  });
});

test("a client without a name is shown by its redirect address", () => {
  const { clientName: _, ...nameless } = registered;
  expect(describe_(nameless).name).toBe("app.example");
  expect(describe_(nameless, "cursor://a/cb").name).toBe("cursor:");
});

describe("the domain counts as verified", () => {
  test.each([
    ["https://claude.ai/oauth/client.json", "https://claude.ai/api/mcp/auth_callback"],
    ["https://vscode.dev/oauth/client-metadata.json", "https://insiders.vscode.dev/redirect"],
  ])("for %s with redirect %s", (id, redirectUri) => {
    const { badge, host } = describe_(described(id), redirectUri);
    expect([badge, host]).toEqual(["domain_verified", new URL(id).host]);
  });

  test.each([
    ["another site", "https://claude.ai/client.json", "https://evil.example/cb"],
    ["a site that only ends alike", "https://claude.ai/client.json", "https://evilclaude.ai/cb"],
    ["the site above its own", "https://me.pages.example/client.json", "https://pages.example/cb"],
    ["a sibling of its own", "https://me.pages.example/c.json", "https://you.pages.example/cb"],
    ["another port", "https://claude.ai/client.json", "https://claude.ai:8443/cb"],
    ["this machine", "https://claude.ai/client.json", "http://localhost:1/cb"],
    ["an app's scheme", "https://cursor.com/client.json", "cursor://a/cb"],
    ["its own host without TLS", "http://127.0.0.1:4000/client.json", "http://127.0.0.1:4000/cb"],
  ])("but not for a redirect to %s", (_, id, redirectUri) => {
    expect(describe_(described(id), redirectUri).badge).toBe("unverified");
  });
});

test("the operator vouches for a client by its whole id", () => {
  expect(describe_(described(VOUCHED)).badge).toBe("verified");
  expect(describe_({ ...registered, clientId: VOUCHED_REGISTERED }).badge).toBe("verified");
  expect(describe_(described(`${VOUCHED}?x`)).badge).toBe("unverified");
});

describe("the page warns", () => {
  const warnings = (facts: Partial<ClientFacts>, redirectUri?: string) =>
    describe_({ ...registered, ...facts }, redirectUri).warnings;

  test("of a redirect to this machine", () => {
    expect(warnings({}, "http://127.0.0.1:33418/")).toEqual(["loopback"]);
  });

  test("of a redirect to an app's scheme", () => {
    expect(warnings({}, "cursor://a/cb")).toEqual(["custom_scheme"]);
  });

  test.each(["svc", "SVC Support", "Dexly", "D3xly wallet"])("of the name %j", (clientName) => {
    expect(warnings({ clientName })).toEqual(["imitates_service"]);
  });

  test("of look-alike letters", () => {
    expect(warnings({ clientName: "Сlaude" })).toEqual(["mixed_scripts"]);
  });

  test("during the first day of a client that registered itself", () => {
    const issued = (age: number) => ({ clientIdIssuedAt: NOW / 1_000 - age });
    expect(warnings(issued(24 * HOUR_SECONDS - 1))).toEqual(["new_client"]);
    expect(warnings(issued(24 * HOUR_SECONDS))).toEqual([]);
  });

  test("once, of a program on this computer that has just registered", () => {
    const issued = { clientIdIssuedAt: NOW / 1_000 - 1 };
    expect(warnings(issued, "http://127.0.0.1:33418/")).toEqual(["loopback"]);
  });

  test("also when the operator vouches for the client", () => {
    const facts = { clientId: VOUCHED_REGISTERED, clientName: "svc" };
    expect(warnings(facts, "http://localhost/cb")).toEqual(["loopback", "imitates_service"]);
  });
});

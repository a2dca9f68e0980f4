/** The answers to a refresh token, their number, and the effect of a repeated one. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import {
  type OAuthTables,
  openOAuthTables,
  type TestClient,
} from "#lib/assistants/oauth/oauth.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { takeQuota } from "#lib/platform/http/limits.ts";
import {
  Browser,
  getTokens,
  grantOf,
  knock,
  type OAuthApp,
  postForm,
  startOAuthApp,
} from "./oauth.testing.ts";

let app: OAuthApp;
let tables: OAuthTables;
let close: () => Promise<void>;
let actor: SessionActor;
let client: TestClient;

beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  app = await startOAuthApp();
  actor = await tables.addPerson();
  client = await tables.addClient();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await app.close();
  await close();
});

const later = (ms: number): void => {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + ms);
};
const scopes = ["read:market" as const, "read:chat" as const];
const tokensOf = () => getTokens(app, client, { browser: new Browser(app), actor, scopes });
const refresh = (token: string, changes: Record<string, string> = {}) =>
  postForm(app, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: client.id,
    refresh_token: token,
    ...changes,
  });

const actionsOf = async (grantId: string) =>
  (await tables.audit(actor.userId))
    .filter(({ target }) => target === grantId)
    .map(({ action }) => action);

describe("a refresh token", () => {
  test("gives new tokens, of the same or of fewer scopes", async () => {
    const first = await tokensOf();
    const { body: second } = await refresh(first.refresh_token, { scope: "read:chat" });
    expect(second).toEqual({
      access_token: expect.stringMatching(/^svc_at_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^svc_rt_[\w-]{43}$/),
      expires_in: 3600,
      scope: "read:chat",
      token_type: "Bearer",
    });
    const { body: third } = await refresh(second.refresh_token);
    expect(third.scope).toBe("read:chat read:market");
    expect(new Set([first, second, third].map((one) => one.refresh_token)).size).toBe(3);
    expect(await knock(third.access_token)).toBe("oauth_grant");
  });

  test("gives no scope that the user did not grant, and stays valid", async () => {
    const { refresh_token: token } = await tokensOf();
    const { body } = await refresh(token, { scope: "read:market trade:execute" });
    expect(body.error).toBe("invalid_scope");
    expect((await refresh(token, { resource: "https://other.example" })).body.error).toBe(
      "invalid_target",
    );
    expect((await refresh(token, { resource: config().baseUrl })).status).toBe(200);
  });

  test("sent five times at once gives one answer, and leaves one live family", async () => {
    const { refresh_token: token, access_token: access } = await tokensOf();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const grantId = await grantOf(access);
    const live = (await tables.records()).filter(
      (row) => row.grantId === grantId && row.model === "RefreshToken" && row.consumedAt === null,
    );
    expect(live).toHaveLength(1);
    expect((await refresh(answers[0]?.body.refresh_token ?? "")).status).toBe(200);
  });

  test("whose answer was lost gives it again for ten seconds", async () => {
    const { refresh_token: token } = await tokensOf();
    vi.useFakeTimers({ toFake: ["Date"] });
    const first = await refresh(token);
    later(10_000);
    expect((await refresh(token)).body).toEqual(first.body);
  });

  test("that is repeated later than that ends the family, with a line in the owner's log", async () => {
    const { refresh_token: token } = await tokensOf();
    vi.useFakeTimers({ toFake: ["Date"] });
    const { body } = await refresh(token);
    const grantId = await grantOf(body.access_token);
    later(10_001);
    const replayed = await refresh(token);
    expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
    expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
    expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await actionsOf(grantId)).toEqual(["oauth_grant.created", "oauth_grant.token_replayed"]);
  });

  test("of another client is refused, also a used one, and ends nothing", async () => {
    const { refresh_token: token } = await tokensOf();
    const { id } = await tables.addClient();
    vi.useFakeTimers({ toFake: ["Date"] });
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    const { body } = await refresh(token);
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    later(11_000);
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test("is refused when it is missing, duplicated, or an access token", async () => {
    const { access_token: access, refresh_token: token } = await tokensOf();
    const form = { grant_type: "refresh_token", client_id: client.id };
    expect((await postForm(app, "/oauth/token", form)).body.error).toBe("invalid_request");
    const twice: [string, string][] = [
      ...Object.entries(form),
      ["refresh_token", token],
      ["refresh_token", token],
    ];
    expect((await postForm(app, "/oauth/token", twice)).body.error).toBe("invalid_request");
    expect((await refresh(access)).body.error).toBe("invalid_grant");
  });

  test("lives until thirty days after the consent, however often it was rotated", async () => {
    const day = 86_400;
    let { refresh_token: token } = await tokensOf();
    let access = "";
    for (const seconds of [10 * day, 10 * day, 10 * day - 900]) {
      await tables.age(seconds);
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      ({ refresh_token: token, access_token: access } = body);
      expect(body.expires_in).toBeLessThanOrEqual(seconds === 10 * day ? 3600 : 900);
    }
    await tables.age(901);
    expect((await refresh(token)).body.error_description).toBe("refresh token is expired");
    expect(await knock(access)).toBe("EXPIRED_TOKEN");
  });

  test("gives what each of its requests asks for, also the second one within ten seconds", async () => {
    const { refresh_token: token } = await tokensOf();
    vi.useFakeTimers({ toFake: ["Date"] });
    const { body: narrow } = await refresh(token, { scope: "read:chat" });
    const { body: full } = await refresh(token);
    expect(full.scope).toBe("read:chat read:market");
    expect(full.refresh_token).toBe(narrow.refresh_token);
    expect(full.access_token).not.toBe(narrow.access_token);
    expect((await refresh(token, { scope: "read:chat" })).body).toEqual(narrow);
    expect((await refresh(token, { scope: "trade:execute" })).body.error).toBe("invalid_scope");
    for (const { access_token: text, scope } of [narrow, full]) {
      const call = { now: Date.now(), client: { address: "", agent: "" } };
      const { scopes: opened } = await authenticateAccessToken({ text }, call);
      expect(opened.join(" ")).toBe(scope);
    }
  });

  test("gives no answer once its successor was used", async () => {
    const { refresh_token: token, access_token: access } = await tokensOf();
    const grantId = await grantOf(access);
    vi.useFakeTimers({ toFake: ["Date"] });
    const { body: second } = await refresh(token);
    later(10_001);
    const { body: third } = await refresh(second.refresh_token);
    const answers = (await tables.records()).filter(
      (row) => row.grantId === grantId && "answer" in row.payload,
    );
    expect(answers).toHaveLength(1);
    expect((await refresh(token)).body.error).toBe("invalid_grant");
    expect(await knock(third.access_token)).toBe("REVOKED_GRANT");
  });

  test("works 120 times an hour for one grant, and stays valid for later", async () => {
    const { refresh_token: token, access_token: access } = await tokensOf();
    const grantId = await grantOf(access);
    for (let taken = 0; taken < 120; taken += 1) await takeQuota("oauth_rotations", grantId);
    const response = await app.fetch("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: client.id,
        refresh_token: token,
      }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
    vi.useFakeTimers({ toFake: ["Date"] });
    later(3_600_000);
    expect((await refresh(token)).status).toBe(200);
  });
});

/**
 * Requests that really run at the same time, each on a connection of its own: skipped when neither TEST_DATABASE_URL
 * nor 127.0.0.1:5432 can be reached, but never where TEST_DATABASE_URL promises one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import {
  type OAuthTables,
  openOAuthOnPostgres,
  type TestClient,
} from "#lib/assistants/oauth/oauth.testing.ts";
import { findPostgres } from "#lib/identity/accounts/accounts.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import {
  ask,
  authorizeAs,
  Browser,
  exchange,
  getTokens,
  type OAuthApp,
  postForm,
  startOAuthApp,
} from "./oauth.testing.ts";

const { serverUrl, isSkipped } = await findPostgres(process.env);
const ROUNDS = 8;
const EVERY = Array.from({ length: 5 }, (_, index) => index);

describe.skipIf(isSkipped)("on one Postgres", () => {
  let app: OAuthApp;
  let tables: OAuthTables;
  let close: () => Promise<void>;
  let actor: SessionActor;
  let client: TestClient;

  beforeAll(async () => {
    ({ tables, close } = await openOAuthOnPostgres(serverUrl));
    app = await startOAuthApp();
    actor = await tables.addPerson();
    client = await tables.addClient();
  });
  afterAll(async () => {
    await app?.close();
    await close?.();
  });

  const scopes = ["read:market" as const];
  const tokensOf = () => getTokens(app, client, { browser: new Browser(app), actor, scopes });
  const post = (path: string, form: Record<string, string>) =>
    postForm(app, path, { client_id: client.id, ...form });
  const refresh = (token: string) =>
    post("/oauth/token", { grant_type: "refresh_token", refresh_token: token });
  const isLive = (text: string) =>
    authenticateAccessToken({ text }, { now: Date.now(), client: { address: "", agent: "" } }).then(
      () => true,
      () => false,
    );

  test("five parallel refreshes give one answer and leave one live family, again and again", async () => {
    let { refresh_token: token } = await tokensOf();
    for (let round = 0; round < ROUNDS; round += 1) {
      const shown = token;
      const answers = await Promise.all(EVERY.map(() => refresh(shown)));
      expect(answers.map(({ status }) => status)).toEqual(EVERY.map(() => 200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      token = answers[0]?.body.refresh_token ?? "";
    }
    const live = (await tables.records()).filter(
      ({ model, consumedAt }) => model === "RefreshToken" && consumedAt === null,
    );
    expect(live).toHaveLength(1);
  });

  test("a code that is sent several times at once gives tokens at most once, and none that works", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const request = ask(client);
      const back = await authorizeAs(new Browser(app), request, { actor, scopes });
      const answers = await Promise.all(EVERY.map(() => exchange(app, client, { request, back })));
      const granted = answers.filter(({ status }) => status === 200);
      expect(granted.length).toBeLessThanOrEqual(1);
      for (const { body } of granted) {
        expect(await isLive(body.access_token)).toBe(false);
        expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
      }
    }
  });

  test("a revocation beside refreshes leaves no working token, and fails no request", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const tokens = await tokensOf();
      const [revoked, ...answers] = await Promise.all([
        post("/oauth/revoke", { token: tokens.refresh_token }),
        ...EVERY.map(() => refresh(tokens.refresh_token)),
      ]);
      expect(revoked.status).toBe(200);
      for (const { status, body } of answers) {
        expect([200, 400]).toContain(status);
        if (status === 200) expect(await isLive(body.access_token)).toBe(false);
      }
      expect(await isLive(tokens.access_token)).toBe(false);
    }
  });
});

/** The answers to a refresh token, their number, and the effect of a repeated one. */
import { describe, expect, test } from "vitest";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { config } from "#lib/platform/config/config.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";
import { GRANT_END_TEXT } from "#lib/protocol/grant-end.ts";
import {
  Browser,
  getTokens,
  grantOf,
  holdTime,
  knock,
  openOAuthWorld,
  postForm,
} from "./oauth.testing.ts";

const world = openOAuthWorld();
const later = holdTime();

const scopes = ["read:market" as const, "read:chat" as const];
const tokensOf = () =>
  getTokens(world.app, world.client, {
    browser: new Browser(world.app),
    actor: world.actor,
    scopes,
  });
const refresh = (token: string, changes: Record<string, string> = {}) =>
  postForm(world.app, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: world.client.id,
    refresh_token: token,
    ...changes,
  });

const actionsOf = async (grantId: string) =>
  (await world.tables.audit(world.actor.userId))
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

  test.each(["read:chat offline_access", "read:chat,openid"])(
    "gives the known scopes of %s, as the authorization did",
    async (scope) => {
      const { body } = await refresh((await tokensOf()).refresh_token, { scope });
      expect(body.scope).toBe("read:chat");
    },
  );

  test.each(["", "openid offline_access"])("gives all that was granted for %j", async (scope) => {
    const { body } = await refresh((await tokensOf()).refresh_token, { scope });
    expect(body.scope).toBe("read:chat read:market");
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
    const live = (await world.tables.records()).filter(
      (row) => row.grantId === grantId && row.model === "RefreshToken" && row.consumedAt === null,
    );
    expect(live).toHaveLength(1);
    expect((await refresh(answers[0]?.body.refresh_token ?? "")).status).toBe(200);
  });

  test("whose answer was lost gives it again for ten seconds", async () => {
    const { refresh_token: token } = await tokensOf();
    const first = await refresh(token);
    later(10_000);
    expect((await refresh(token)).body).toEqual(first.body);
  });

  test("shared by two programs gives the second one an access token for an hour, and ends nothing", async () => {
    const { refresh_token: token } = await tokensOf();
    const { body: first } = await refresh(token);
    later(10_001);
    const late = await refresh(token, { scope: "read:chat" });
    expect([late.status, late.body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^svc_at_[\w-]{43}$/),
        expires_in: 3600,
        scope: "read:chat",
        token_type: "Bearer",
      },
    ]);
    later(3_590_000 - 1);
    expect((await refresh(token)).body.scope).toBe("read:chat read:market");
    expect(await knock(late.body.access_token)).toBe("oauth_grant");
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test("that is repeated more than an hour later ends the family, with a line in the owner's log", async () => {
    const { refresh_token: token } = await tokensOf();
    const { body } = await refresh(token);
    const grantId = await grantOf(body.access_token);
    later(3_600_001);
    const replayed = await refresh(token);
    expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
    expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
    const after = await refresh(body.refresh_token);
    expect([after.status, after.body]).toEqual([
      400,
      { error: "invalid_grant", error_description: GRANT_END_TEXT.reuse },
    ]);
    expect(await actionsOf(grantId)).toEqual(["oauth_grant.created", "oauth_grant.token_replayed"]);
  });

  test("of another client is refused, also a used one, and ends nothing", async () => {
    const { refresh_token: token } = await tokensOf();
    const { id } = await world.tables.addClient();
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    const { body } = await refresh(token);
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    later(11_000);
    expect((await refresh(token, { client_id: id })).body.error).toBe("invalid_grant");
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test("is refused when it is missing, duplicated, or an access token", async () => {
    const { access_token: access, refresh_token: token } = await tokensOf();
    const form = { grant_type: "refresh_token", client_id: world.client.id };
    expect((await postForm(world.app, "/oauth/token", form)).body.error).toBe("invalid_request");
    const twice: [string, string][] = [
      ...Object.entries(form),
      ["refresh_token", token],
      ["refresh_token", token],
    ];
    expect((await postForm(world.app, "/oauth/token", twice)).body.error).toBe("invalid_request");
    expect((await refresh(access)).body.error).toBe("invalid_grant");
  });

  test("lives until thirty days after the consent, however often it was rotated", async () => {
    const day = 86_400;
    let { refresh_token: token } = await tokensOf();
    let access = "";
    for (const seconds of [10 * day, 10 * day, 10 * day - 900]) {
      await world.tables.age(seconds);
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      ({ refresh_token: token, access_token: access } = body);
      expect(body.expires_in).toBeLessThanOrEqual(seconds === 10 * day ? 3600 : 900);
    }
    await world.tables.age(901);
    expect((await refresh(token)).body.error_description).toBe("refresh token is expired");
    expect(await knock(access)).toBe("EXPIRED_TOKEN");
  });

  test("gives what each of its requests asks for, also the second one within ten seconds", async () => {
    const { refresh_token: token } = await tokensOf();
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
    const { body: second } = await refresh(token);
    later(10_001);
    const { body: third } = await refresh(second.refresh_token);
    const answers = (await world.tables.records()).filter(
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
    const response = await world.app.fetch("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: world.client.id,
        refresh_token: token,
      }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
    later(3_600_000);
    expect((await refresh(token)).status).toBe(200);
  });
});

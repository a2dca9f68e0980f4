/** A client whose call lacks a scope gets it by a second authorization, which replaces the first; and why a grant ended. */
import { describe, expect, test } from "vitest";
import { readInteraction } from "#lib/assistants/oauth/interaction.ts";
import { readStepUp } from "#lib/assistants/oauth/step-up.ts";
import { config } from "#lib/platform/config/config.ts";
import { GRANT_END_TEXT } from "#lib/protocol/grant-end.ts";
import { SCOPES, type Scope } from "#lib/protocol/scopes.ts";
import {
  ask,
  authorizeAs,
  Browser,
  begin,
  exchange,
  grantOf,
  knock,
  openOAuthWorld,
  postForm,
} from "./oauth.testing.ts";

const world = openOAuthWorld();

const all = { scope: SCOPES.join(" ") };

async function connect(scopes: Scope[]) {
  const request = ask(world.client, all);
  const back = await authorizeAs(new Browser(world.app), request, { actor: world.actor, scopes });
  const { body } = await exchange(world.app, world.client, { request, back });
  return { ...body, grantId: await grantOf(body.access_token) };
}

async function callTool(token: string, name: string) {
  const response = await world.app.fetch("/api/v1/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: {} },
    }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The scopes that the consent page ticks, and the connection that an approval replaces. */
async function asksFor(scope = all.scope) {
  const browser = new Browser(world.app);
  const uid = await begin(browser, ask(world.client, { scope }).url);
  const interaction = await readInteraction({
    uid,
    cookie: browser.cookiesFor(`/oauth/consent/${uid}`),
  });
  if (interaction === undefined) throw new Error("no authorization");
  return readStepUp({ ...interaction, userId: world.actor.userId });
}

describe("a step-up", () => {
  test("starts with the markets, then ticks what the call lacked, and replaces the connection that it extends", async () => {
    world.client = await world.tables.addClient();
    expect(await asksFor()).toEqual({ preselected: ["read:market"], replaces: undefined });
    const first = await connect(["read:market"]);
    const otherDevice = await connect(["read:market"]);
    const refused = await callTool(first.access_token, "get_points");
    expect([refused.status, refused.body.error]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    const page = `${config().baseUrl}/settings/connected-apps`;
    expect(refused.body.data).toEqual({ needed: "read:points", page });
    expect(refused.body.message).toContain(page);
    expect(refused.headers.get("www-authenticate")).toContain('scope="read:points read:market"');
    expect(await asksFor()).toEqual({
      preselected: ["read:points", "read:market"],
      replaces: first.grantId,
    });

    const second = await connect(["read:points", "read:market"]);
    expect(await knock(second.access_token)).toBe("oauth_grant");
    expect(await knock(otherDevice.access_token)).toBe("oauth_grant");
    expect(await knock(first.access_token)).toBe("REVOKED_GRANT");
    expect((await asksFor()).replaces).toBeUndefined();
    const ended = (await world.tables.grants()).find(({ id }) => id === first.grantId);
    expect(ended?.endReason).toBe("replaced");
    const actions = (await world.tables.audit(world.actor.userId)).filter(
      ({ target }) => target === first.grantId,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "oauth_grant.created",
      "oauth_grant.replaced",
    ]);
  });

  test("that a client tries by a refresh is answered with the page where the user can allow more", async () => {
    world.client = await world.tables.addClient();
    const first = await connect(["read:market"]);
    expect((await callTool(first.access_token, "get_user_context")).status).toBe(403);
    const refreshed = await postForm(world.app, "/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: first.refresh_token,
      client_id: world.client.id,
    });
    const { access_token: token } = refreshed.body;
    const { status, body } = await callTool(token, "get_user_context");
    expect([status, refreshed.status, body]).toMatchObject([
      200,
      200,
      { result: { isError: true } },
    ]);
    expect(body.result.content[0].text).toMatch(
      /^INSUFFICIENT_SCOPE: The user has not granted read:chat\. .*\/settings\/connected-apps/,
    );
    // Another scope has not been asked for yet.
    expect((await callTool(token, "get_points")).status).toBe(403);
  });

  test("leaves the connection alone until its code is exchanged, and when it is denied", async () => {
    world.client = await world.tables.addClient();
    const first = await connect(["read:market"]);
    await callTool(first.access_token, "get_points");
    await authorizeAs(new Browser(world.app), ask(world.client, all), {
      actor: world.actor,
      scopes: undefined,
    });
    await authorizeAs(new Browser(world.app), ask(world.client, all), {
      actor: world.actor,
      scopes: ["read:points"],
    });
    expect(await knock(first.access_token)).toBe("oauth_grant");
  });

  test("keeps an order that waits for its owner, undecided, for the client that proposed it", async () => {
    world.client = await world.tables.addClient();
    const first = await connect(["read:market", "trade:execute"]);
    const { userId } = world.actor;
    const proposer = { userId, grantId: first.grantId };
    const proposals = () => world.tables.proposals(userId);
    const waiting = await world.tables.propose(proposer, "waiting");
    const placed = await world.tables.propose(proposer, "placed");
    const before = await proposals();
    await callTool(first.access_token, "get_points");

    const denied = { actor: world.actor, scopes: undefined };
    await authorizeAs(new Browser(world.app), ask(world.client, all), denied);
    expect(await proposals(), "a denial changes nothing").toEqual(before);
    await asksFor();
    expect(await proposals(), "nor does the consent page").toEqual(before);

    // Also when the new consent no longer allows orders: this one was proposed with permission.
    const consents: Scope[][] = [["read:points", "trade:execute"], ["read:market"]];
    for (const scopes of consents) {
      const next = await connect(scopes);
      expect(await knock(next.access_token)).toBe("oauth_grant");
      const after = await proposals();
      expect(after).toEqual(before.map((row) => ({ ...row, sourceId: next.grantId })));
      expect(await world.tables.undecided(userId)).toEqual([waiting]);
      const lacked = scopes.includes("trade:execute") ? "get_user_context" : "get_points";
      await callTool(next.access_token, lacked);
    }
    expect((await proposals()).map(({ id }) => id).toSorted()).toEqual(
      [waiting, placed].toSorted(),
    );
  });

  test("replaces none of two connections that might be meant, and none of another account", async () => {
    world.client = await world.tables.addClient();
    const devices = [await connect(["read:market"]), await connect(["read:market"])];
    for (const { access_token: token } of devices) await callTool(token, "get_points");
    expect(await asksFor()).toEqual({
      preselected: ["read:points", "read:market"],
      replaces: undefined,
    });
    const ada = world.actor;
    world.actor = await world.tables.addPerson();
    expect(await asksFor()).toEqual({ preselected: ["read:market"], replaces: undefined });
    world.actor = ada;
  });
});

test("the refusal of a client's own revocation says that the client ended it", async () => {
  world.client = await world.tables.addClient();
  const { access_token: access, refresh_token: token } = await connect(["read:market"]);
  await postForm(world.app, "/oauth/revoke", { token, client_id: world.client.id });
  const { status, body } = await callTool(access, "list_markets");
  expect([status, body.error, body.data]).toEqual([401, "REVOKED_GRANT", { reason: "client" }]);
  expect(body.message).toBe(`${GRANT_END_TEXT.client} Request a new one.`);
  const form = { grant_type: "refresh_token", client_id: world.client.id, refresh_token: token };
  expect((await postForm(world.app, "/oauth/token", form)).body.error_description).toBe(
    GRANT_END_TEXT.client,
  );
});

/** Sessions as their owner lists and ends them. */
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newWallet, startTime, time, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { config } from "#lib/platform/config/config.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";

const PREVIOUS = "the-session-secret-before-this-one-0123456789";

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  vi.stubEnv("SESSION_SECRET_PREVIOUS", PREVIOUS);
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
  vi.unstubAllEnvs();
});
beforeEach(startTime);

async function signedIn(wallet: Wallet): Promise<Visitor> {
  const visitor = new Visitor();
  expect((await visitor.signIn(wallet)).status).toBe(200);
  return visitor;
}

type Listed = { sessions: { id: string; current: boolean; address: string; agent: string }[] };
const list = async (visitor: Visitor) =>
  ((await visitor.get("/api/v1/sessions")).body as Listed).sessions;
const currentId = async (visitor: Visitor) =>
  (await list(visitor)).find(({ current }) => current)?.id ?? "";

/** A caller without cookies. */
async function withToken(visitor: Visitor) {
  const { token } = (await visitor.get("/api/auth/token")).body as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return (path = "/api/v1/sessions") => new Visitor().get(path, headers);
}

describe("the list of sessions", () => {
  it("has the live ones of the account, with the place of each, and marks the current one", async () => {
    const wallet = newWallet();
    const [one, other] = [await signedIn(wallet), await signedIn(wallet)];
    await signedIn(newWallet());
    const sessions = await list(one);
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    expect(sessions.map(({ address }) => address)).toEqual([other.address, one.address]);
    expect(sessions[0]?.agent).toBe("a browser");
    await other.form("/api/auth/signout");
    expect(await list(one)).toHaveLength(1);
    time.aheadMs = 24 * 3_600_000;
    expect((await one.get("/api/v1/sessions")).status).toBe(401);
  });

  it("does not grow for ever: sessions that ended a month ago are deleted at the next sign-in", async () => {
    const wallet = newWallet();
    const visitor = await signedIn(wallet);
    const { user } = await visitor.who();
    await signedIn(wallet);
    const remaining = async () => {
      const rows = await db.select().from(TABLES.sessions);
      return rows.filter(({ userId }) => userId === user?.id).length;
    };
    time.aheadMs = 30 * 86_400_000;
    await signedIn(wallet);
    expect(await remaining()).toBe(3);
    time.aheadMs = 32 * 86_400_000;
    await signedIn(wallet);
    expect(await remaining()).toBe(2);
  });

  it("is refused without a session", async () => {
    expect((await new Visitor().get("/api/v1/sessions")).status).toBe(401);
  });
});

describe("ending sessions", () => {
  it("ends one, and its tokens with it, at the next request", async () => {
    const wallet = newWallet();
    const [one, other] = [await signedIn(wallet), await signedIn(wallet)];
    const call = await withToken(other);
    expect((await call()).status).toBe(200);
    const id = await currentId(other);
    expect((await one.delete(`/api/v1/sessions/${id}`)).status).toBe(204);
    expect(await other.who()).toEqual({});
    expect(await call()).toMatchObject({ status: 401, body: { error: "INVALID_TOKEN" } });
    expect((await one.delete(`/api/v1/sessions/${id}`)).status).toBe(404);
    expect(await list(one)).toHaveLength(1);
  });

  it("needs a session: a token gets no token, which could outlive the session", async () => {
    const call = await withToken(await signedIn(newWallet()));
    expect((await call()).status).toBe(200);
    const renewed = await call("/api/auth/token");
    expect(renewed).toMatchObject({ status: 401, body: { error: "INVALID_TOKEN" } });
  });

  it("does not find the sessions of others", async () => {
    const [one, other] = [await signedIn(newWallet()), await signedIn(newWallet())];
    const answer = await one.delete(`/api/v1/sessions/${await currentId(other)}`);
    expect(answer).toMatchObject({ status: 404, body: { error: "SESSION_NOT_FOUND" } });
    expect((await other.who()).user).toBeDefined();
  });

  it("ends all but this one, or all with their tokens, and deletes the cookie", async () => {
    const wallet = newWallet();
    const all = [await signedIn(wallet), await signedIn(wallet), await signedIn(wallet)] as const;
    const stranger = await signedIn(newWallet());
    const [one, other, third] = all;
    const answer = await one.delete("/api/v1/sessions", { keepThis: true });
    expect(answer).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await other.who(), await third.who()]).toEqual([{}, {}]);
    const call = await withToken(one);
    expect(await one.delete("/api/v1/sessions")).toMatchObject({ body: { ended: 1 } });
    expect(one.cookies.has("next-auth.session-token")).toBe(false);
    expect((await call()).status).toBe(401);
    expect((await stranger.who()).user).toBeDefined();
  });

  it("works from pages of this site only", async () => {
    const visitor = await signedIn(newWallet());
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: "https://evil.example", "content-type": "application/json" };
    const { DELETE } = await import("./route.ts");
    const url = "http://localhost:3000/api/v1/sessions";
    const request = new Request(url, { method: "DELETE", headers, body: "{}" });
    expect((await DELETE(request, { params: Promise.resolve({}) })).status).toBe(403);
    expect((await visitor.who()).user).toBeDefined();
  });
});

describe("after a change of the session secret", () => {
  const cookieOf = async (visitor: Visitor, secret: string) => {
    const sid = await currentId(visitor);
    const holder = new Visitor();
    holder.cookies.set(
      "next-auth.session-token",
      await encode({ token: { sid }, secret, maxAge: 60 }),
    );
    return holder;
  };

  it("people stay signed in by the previous secret, and by no other", async () => {
    const visitor = await signedIn(newWallet());
    const old = await cookieOf(visitor, PREVIOUS);
    expect((await old.who()).user).toEqual((await visitor.who()).user);
    const older = await cookieOf(visitor, "the-secret-before-that-one-0123456789-012345");
    expect(await older.who()).toEqual({});
    expect(config().sessionSecretPrevious?.reveal()).toBe(PREVIOUS);
  });
});

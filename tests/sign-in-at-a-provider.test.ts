/** The flow to a real OpenID provider and back, step by step like a browser. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newWallet, startTime, time, Visitor } from "#app/api/auth/auth.testing.ts";
import { identities, oidcErrands } from "#lib/identity/schema/identity.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  APP_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";

const folder = mkdtempSync(join(tmpdir(), "provider-"));
let parties: OutsideParties;
let db: Database;

beforeAll(async () => {
  parties = await startOutsideParties(folder);
  vi.stubEnv("BASE_URL", APP_URL);
  vi.stubEnv("OIDC_ISSUER", `${parties.url}/oidc`);
  vi.stubEnv("OIDC_CLIENT_ID", CLIENT_ID);
  vi.stubEnv("OIDC_CLIENT_SECRET", CLIENT_SECRET);
  vi.stubEnv("OIDC_NAME", "Simulated ID");
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setHttpRuntime();
  setDatabase(undefined);
  await db.$client.end();
  await parties.stop();
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});
beforeEach(startTime);

afterEach(() => void vi.useRealTimers());

/** Moves time for the app and for the provider. */
const wait = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const newAddress = () => `person${Math.random().toString(36).slice(2)}@example.com`;

/** Requests the redirect to the provider. */
async function leave(visitor: Visitor, callbackUrl = `${APP_URL}/settings`): Promise<string> {
  const { status, body } = await visitor.form("/api/auth/signin/oidc", { callbackUrl });
  expect(status).toBe(200);
  return (body as { url: string }).url;
}

/** The person's steps at the provider; returns the address of the provider's redirect back. */
async function atProvider(url: string, form: Record<string, string>): Promise<string> {
  const cookies = new Map<string, string>();
  let target = new URL(url);
  let init: RequestInit = {};
  for (;;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const page = await fetch(target, { ...init, headers: { cookie }, redirect: "manual" });
    for (const line of page.headers.getSetCookie()) {
      const [pair = ""] = line.split("; ");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = page.headers.get("location");
    if (location === null) {
      expect(page.status).toBe(200);
      init = { method: "POST", body: new URLSearchParams(form) };
      continue;
    }
    init = {};
    target = new URL(location, target);
    if (target.origin === APP_URL) return `${target.pathname}${target.search}`;
  }
}

const login = (email: string) => ({ action: "login", email, name: "" });

async function come(visitor: Visitor, path: string) {
  const { status, headers } = await visitor.get(path);
  expect(status).toBe(302);
  return headers.get("location");
}

async function signIn(visitor: Visitor, email: string, callbackUrl?: string) {
  return come(visitor, await atProvider(await leave(visitor, callbackUrl), login(email)));
}

const problem = (code: string) => `${APP_URL}/sign-in?error=${code}`;
const sessionCookie = (visitor: Visitor) => visitor.cookies.get("next-auth.session-token");

describe("signing in at the provider", () => {
  it("opens an account by issuer and subject, and finds the same one the next time", async () => {
    const email = newAddress();
    const visitor = new Visitor();
    expect(await signIn(visitor, email)).toBe(`${APP_URL}/settings`);
    const { user } = await visitor.who();
    expect(user?.address).toBeNull();
    const [row] = await db
      .select()
      .from(identities)
      .where(eq(identities.userId, user?.id ?? ""));
    expect(row).toMatchObject({ kind: "oidc", label: email });
    expect(row?.subject.startsWith(`${parties.url}/oidc#`)).toBe(true);
    const later = new Visitor();
    await signIn(later, email);
    expect((await later.who()).user?.id).toBe(user?.id);
    const { body } = await later.get("/api/v1/identities");
    expect(body).toMatchObject({ ways: { oidc: { name: "Simulated ID" } } });
  });

  it("binds a new account to the partner whose link the browser followed before it left", async () => {
    const partner = new Visitor();
    await signIn(partner, newAddress());
    await partner.post("/api/v1/partner", { code: "ada" });
    const visitor = new Visitor();
    await visitor.get("/r/ada");
    const back = await atProvider(await leave(visitor), login(newAddress()));
    expect(visitor.cookies.get("svc_ref")).toBe("ada");
    await come(visitor, back);
    expect(visitor.cookies.has("svc_ref")).toBe(false);
    const { body } = await partner.get("/api/v1/partner/referrals");
    expect(body).toMatchObject({ count: 1 });
  });

  it("sends PKCE, state and nonce", async () => {
    const { searchParams } = new URL(await leave(new Visitor()));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: "openid email profile",
      response_type: "code",
      redirect_uri: `${APP_URL}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{20,}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{20,}$/) as string,
    });
  });

  it("lets no query of the page change the request to the provider", async () => {
    const visitor = new Visitor();
    const path = "/api/auth/signin/oidc?redirect_uri=https://evil.example&scope=all";
    const { url } = (await visitor.form(path)).body as { url: string };
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${APP_URL}/api/auth/callback/oidc`);
    expect(new URL(url).searchParams.get("scope")).toBe("openid email profile");
  });

  it("does not begin without the form's token", async () => {
    const visitor = new Visitor();
    await visitor.get("/api/auth/csrf");
    const answer = await visitor.form("/api/auth/signin/oidc", { csrfToken: "another" });
    expect(answer).toMatchObject({ status: 401, body: { error: "SIGN_IN_REFUSED" } });
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never redirects to %s afterwards",
    async (callbackUrl) => {
      const visitor = new Visitor();
      const { status, body } = await visitor.form("/api/auth/signin/oidc", { callbackUrl });
      // next-auth refuses an address that is not HTTP.
      if (status !== 200) return;
      const path = await atProvider((body as { url: string }).url, login(newAddress()));
      expect(new URL((await come(visitor, path)) ?? "").origin).toBe(APP_URL);
    },
  );

  it("never redirects to what another page put into the cookie", async () => {
    const visitor = new Visitor();
    const path = await atProvider(await leave(visitor), login(newAddress()));
    visitor.cookies.set("next-auth.callback-url", encodeURIComponent("https://evil.example/"));
    expect(await come(visitor, path)).toBe(APP_URL);
    const other = new Visitor();
    const again = await atProvider(await leave(other), login(newAddress()));
    expect(await come(other, `${again}&callbackUrl=https://evil.example`)).toBe(
      `${APP_URL}/settings`,
    );
  });

  it("reports that the person cancelled", async () => {
    const visitor = new Visitor();
    const path = await atProvider(await leave(visitor), { action: "cancel" });
    expect(await come(visitor, path)).toBe(problem("access_denied"));
    expect(await visitor.who()).toEqual({});
  });

  it("refuses a code that another browser requested", async () => {
    const path = await atProvider(await leave(new Visitor()), login(newAddress()));
    expect(await come(new Visitor(), path)).toBe(problem("SIGN_IN_REFUSED"));
    const victim = new Visitor();
    await leave(victim);
    expect(await come(victim, path)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await victim.who()).toEqual({});
  });

  it("accepts a code once", async () => {
    const visitor = new Visitor();
    const path = await atProvider(await leave(visitor), login(newAddress()));
    const cookies = new Map(visitor.cookies);
    await come(visitor, path);
    const again = new Visitor();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await come(again, path)).toBe(problem("SIGN_IN_REFUSED"));
  });

  it.each(["state", "pkce.code_verifier", "nonce"])("refuses without its %s", async (check) => {
    const visitor = new Visitor();
    const path = await atProvider(await leave(visitor), login(newAddress()));
    expect(visitor.cookies.delete(`next-auth.${check}`)).toBe(true);
    expect(await come(visitor, path)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await visitor.who()).toEqual({});
  });

  it.each(["state", "pkce.code_verifier", "nonce"])("refuses with another's %s", async (check) => {
    const [visitor, other] = [new Visitor(), new Visitor()];
    const path = await atProvider(await leave(visitor), login(newAddress()));
    await leave(other);
    visitor.cookies.set(`next-auth.${check}`, other.cookies.get(`next-auth.${check}`) ?? "");
    expect(await come(visitor, path)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await visitor.who()).toEqual({});
  });

  it("reports that the provider is away, on the way there and on the way back", async () => {
    const visitor = new Visitor();
    const path = await atProvider(await leave(visitor), login(newAddress()));
    const { port } = new URL(parties.url);
    await parties.stop();
    try {
      // With a forged cookie the provider is not called at all.
      const stranger = new Visitor();
      for (const made of ["1", visitor.cookies.get("next-auth.nonce") ?? ""]) {
        stranger.cookies.set("next-auth.state", made);
        expect(await come(stranger, path)).toBe(problem("SIGN_IN_REFUSED"));
      }
      expect(await come(visitor, path)).toBe(problem("IDENTITY_PROVIDER_UNREACHABLE"));
      const { body } = await visitor.form("/api/auth/signin/oidc");
      expect(body).toEqual({ url: problem("IDENTITY_PROVIDER_UNREACHABLE") });
    } finally {
      parties = await startOutsideParties(folder, Number(port));
    }
  });
});

describe("linking or proving at the provider", () => {
  const ask = (visitor: Visitor, purpose: "link" | "prove") =>
    visitor.post("/api/v1/identities/oidc", { purpose });
  const withWallet = async () => {
    const visitor = new Visitor();
    await visitor.signIn(newWallet());
    return visitor;
  };
  type Listed = { identities: { kind: string }[]; freshUntil: string | null };
  const list = async (visitor: Visitor) => (await visitor.get("/api/v1/identities")).body as Listed;

  it("links in the session that asked, whose cookie stays the same", async () => {
    const visitor = await withWallet();
    const [before, cookie] = [await visitor.who(), sessionCookie(visitor)];
    const answer = await ask(visitor, "link");
    expect(answer.body).toEqual({ url: "/api/auth/signin/oidc" });
    const email = newAddress();
    expect(await signIn(visitor, email)).toBe(`${APP_URL}/settings`);
    expect(sessionCookie(visitor)).toBe(cookie);
    expect(await visitor.who()).toEqual(before);
    expect((await list(visitor)).identities.map(({ kind }) => kind)).toEqual(["wallet", "oidc"]);
    const later = new Visitor();
    await signIn(later, email);
    expect((await later.who()).user).toEqual(before.user);
  });

  it("takes no identity from another account, and does not change the signed-in account", async () => {
    const email = newAddress();
    await signIn(new Visitor(), email);
    const visitor = await withWallet();
    const before = await visitor.who();
    await ask(visitor, "link");
    expect(await signIn(visitor, email)).toBe(problem("IDENTITY_IN_USE"));
    expect(await visitor.who()).toEqual(before);
    expect((await list(visitor)).identities).toHaveLength(1);
  });

  it("makes the provider authenticate the person again, which a sign-in does not", async () => {
    const readPrompt = (url: string) =>
      ["prompt", "max_age"].map((name) => new URL(url).searchParams.get(name));
    const visitor = await withWallet();
    for (const purpose of ["link", "prove"] as const) {
      await ask(visitor, purpose);
      expect(readPrompt(await leave(visitor))).toEqual(["login", "0"]);
    }
    expect(readPrompt(await leave(visitor))).toEqual([null, null]);
  });

  it("proves nothing when the provider authenticated the person before it began", async () => {
    const visitor = new Visitor();
    const email = newAddress();
    await signIn(visitor, email);
    // On the app's clock; the provider authenticates before that.
    time.aheadMs = 11 * MINUTE_MS;
    await ask(visitor, "prove");
    expect(await signIn(visitor, email)).toBe(problem("SIGN_IN_REFUSED"));
    expect((await list(visitor)).freshUntil).toBeNull();
    const { entries } = (await visitor.get("/api/v1/audit")).body as { entries: object[] };
    expect(entries[0]).toMatchObject({ action: "sign_in.refused", details: { kind: "oidc" } });
  });

  it("needs a fresh proof to link, and renews the proof when it proves", async () => {
    const visitor = new Visitor();
    const email = newAddress();
    await signIn(visitor, email);
    wait(11 * MINUTE_MS);
    expect(await ask(visitor, "link")).toMatchObject({
      status: 403,
      body: { error: "FRESH_PROOF_REQUIRED" },
    });
    expect((await ask(visitor, "prove")).status).toBe(200);
    const cookie = sessionCookie(visitor);
    expect(await signIn(visitor, email)).toBe(`${APP_URL}/settings`);
    expect(sessionCookie(visitor)).toBe(cookie);
    expect((await list(visitor)).freshUntil).not.toBeNull();
    // Another person at the provider proves nothing.
    wait(11 * MINUTE_MS);
    await ask(visitor, "prove");
    expect(await signIn(visitor, newAddress())).toBe(problem("IDENTITY_NOT_FOUND"));
    expect((await list(visitor)).freshUntil).toBeNull();
  });

  it("that comes back too late, or after its session, does not become a sign-in either", async () => {
    const late = await withWallet();
    await ask(late, "link");
    const path = await atProvider(await leave(late), login(newAddress()));
    time.aheadMs = 10 * MINUTE_MS + 1_000;
    const before = await late.who();
    expect(await come(late, path)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await late.who()).toEqual(before);
    startTime();
    const gone = await withWallet();
    await ask(gone, "link");
    const back = await atProvider(await leave(gone), login(newAddress()));
    gone.cookies.delete("next-auth.session-token");
    expect(await come(gone, back)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await gone.who()).toEqual({});
  });

  it("cannot be finished by another account that signed in to the same browser meanwhile", async () => {
    const visitor = await withWallet();
    await ask(visitor, "link");
    const path = await atProvider(await leave(visitor), login(newAddress()));
    await visitor.signIn(newWallet());
    const later = await visitor.who();
    expect(await come(visitor, path)).toBe(problem("SIGN_IN_REFUSED"));
    expect(await visitor.who()).toEqual(later);
    expect((await list(visitor)).identities).toHaveLength(1);
  });

  it("belongs to the flow that began with it: an abandoned one turns no sign-in into a link", async () => {
    const visitor = await withWallet();
    const before = await visitor.who();
    await ask(visitor, "link");
    await leave(visitor);
    expect(await signIn(visitor, newAddress())).toBe(`${APP_URL}/settings`);
    expect((await visitor.who()).user?.id).not.toBe(before.user?.id);
    // Requested, but not started within a minute.
    const other = await withWallet();
    await ask(other, "link");
    time.aheadMs = MINUTE_MS + 1_000;
    const then = await other.who();
    await signIn(other, newAddress());
    expect((await other.who()).user?.id).not.toBe(then.user?.id);
  });

  it("is forgotten a day later", async () => {
    await ask(await withWallet(), "link");
    const old = await db.select().from(oidcErrands);
    expect(old.length).toBeGreaterThan(1);
    time.aheadMs = 25 * 60 * MINUTE_MS;
    const visitor = new Visitor();
    await visitor.signIn(newWallet());
    // The cookie of a session from a day ahead is accepted, because its row decides when it ends.
    expect((await ask(visitor, "prove")).status).toBe(200);
    expect(await db.select().from(oidcErrands)).toHaveLength(1);
  });
});

it("an equal email address does not link accounts, because the provider may not have checked it", async () => {
  const email = newAddress();
  const [one, other] = [new Visitor(), new Visitor()];
  await signIn(one, email);
  const { user } = await one.who();
  await db.insert(identities).values({
    id: "idn_mail",
    userId: user?.id ?? "",
    kind: "email",
    subject: "victim@example.com",
    label: "victim@example.com",
    createdAt: new Date(),
    lastUsedAt: new Date(),
  });
  await signIn(other, "victim@example.com");
  expect((await other.who()).user?.id).not.toBe(user?.id);
});

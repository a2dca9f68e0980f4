/** Accounts and their sign-in methods, with wallets alone; other tests cover mail and the provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, time, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";

const TEN_MINUTES = 10 * 60_000;

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
});
beforeEach(startTime);

async function signedIn(wallet: Wallet = newWallet()): Promise<Visitor> {
  const visitor = new Visitor();
  expect((await visitor.signIn(wallet)).status).toBe(200);
  return visitor;
}

const link = async (visitor: Visitor, wallet: Wallet) =>
  visitor.post("/api/v1/identities/wallet", await visitor.proof(wallet, "link"));

type Listed = { identities: { id: string; label: string }[]; freshUntil: string | null };
const list = async (visitor: Visitor) =>
  (await visitor.get("/api/v1/identities")).body as Listed & { ways: unknown };

async function actions(visitor: Visitor): Promise<string[]> {
  const { user } = await visitor.who();
  const rows = await db.select().from(TABLES.auditLog);
  const own = rows.filter(({ userId }) => userId === user?.id);
  return own.map(({ action }) => action).toSorted();
}

describe("linking a wallet", () => {
  it("gives the account a second sign-in method, and is in the audit log", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    const linked = await link(visitor, second);
    expect(linked).toMatchObject({ status: 201, body: { kind: "wallet", label: second.address } });
    expect((await list(visitor)).identities.map(({ label }) => label)).toEqual([
      first.address,
      second.address,
    ]);
    const again = await signedIn(second);
    expect((await again.who()).user).toEqual({
      id: (await visitor.who()).user?.id,
      address: second.address,
    });
    expect(await actions(visitor)).toEqual([
      "account.created",
      "identity.linked",
      "session.opened",
      "session.opened",
    ]);
  });

  it("is refused when the last proof of the account is ten minutes old", async () => {
    const visitor = await signedIn();
    const wallet = newWallet();
    time.aheadMs = TEN_MINUTES + 1_000;
    const refused = await link(visitor, wallet);
    expect(refused).toMatchObject({ status: 403, body: { error: "FRESH_PROOF_REQUIRED" } });
    expect((await list(visitor)).freshUntil).toBeNull();
  });

  it("accepts a proof that was signed for linking, and no other", async () => {
    const visitor = await signedIn();
    const wallet = newWallet();
    for (const purpose of [undefined, "prove"] as const) {
      const answer = await visitor.post(
        "/api/v1/identities/wallet",
        await visitor.proof(wallet, purpose),
      );
      expect(answer).toMatchObject({ status: 401, body: { error: "SIGN_IN_REFUSED" } });
    }
    const forged = await visitor.proof(wallet, "link");
    const signature = newWallet().sign(forged.message);
    const answer = await visitor.post("/api/v1/identities/wallet", { ...forged, signature });
    expect(answer).toMatchObject({ status: 401, body: { error: "SIGN_IN_REFUSED" } });
  });

  it("takes no wallet from another account, and changes neither", async () => {
    const theirs = newWallet();
    const other = await signedIn(theirs);
    const visitor = await signedIn();
    const before = await visitor.who();
    expect(await link(visitor, theirs)).toMatchObject({
      status: 409,
      body: { error: "IDENTITY_IN_USE" },
    });
    expect(await visitor.who()).toEqual(before);
    expect((await list(other)).identities).toHaveLength(1);
    expect((await list(visitor)).identities).toHaveLength(1);
  });

  it("changes nothing when the account has the wallet already", async () => {
    const wallet = newWallet();
    const visitor = await signedIn(wallet);
    expect((await link(visitor, wallet)).status).toBe(201);
    expect((await list(visitor)).identities).toHaveLength(1);
    expect(await actions(visitor)).toEqual(["account.created", "session.opened"]);
  });

  it("succeeds for one of two accounts that request the same wallet at once", async () => {
    const wallet = newWallet();
    const visitors = [await signedIn(), await signedIn()];
    const answers = await Promise.all(visitors.map((visitor) => link(visitor, wallet)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe("unlinking", () => {
  const unlink = (visitor: Visitor, id = "") => visitor.delete(`/api/v1/identities/${id}`);
  const idOf = async (visitor: Visitor, wallet: Wallet) =>
    (await list(visitor)).identities.find(({ label }) => label === wallet.address)?.id;

  it("never removes the last sign-in method, also when two are removed at once", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    const alone = await unlink(visitor, await idOf(visitor, first));
    expect(alone).toMatchObject({ status: 409, body: { error: "LAST_IDENTITY" } });
    await link(visitor, second);
    const ids = (await list(visitor)).identities.map(({ id }) => id);
    const answers = await Promise.all(ids.map((id) => unlink(visitor, id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect((await list(visitor)).identities).toHaveLength(1);
  });

  it("requires a fresh proof, which a wallet of the account can give, and is in the audit log", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    await link(visitor, second);
    const id = await idOf(visitor, second);
    time.aheadMs = TEN_MINUTES + 1_000;
    expect(await unlink(visitor, id)).toMatchObject({
      status: 403,
      body: { error: "FRESH_PROOF_REQUIRED" },
    });
    const proved = await visitor.post("/api/v1/prove/wallet", await visitor.proof(first, "prove"));
    expect(proved.status).toBe(200);
    const { freshUntil } = proved.body as { freshUntil: string };
    expect(Date.parse(freshUntil) - Date.now()).toBeGreaterThan(TEN_MINUTES);
    expect((await unlink(visitor, id)).status).toBe(204);
    expect(await actions(visitor)).toEqual(
      expect.arrayContaining(["session.proved", "identity.unlinked"]),
    );
  });

  it("leaves no session that acts for the removed wallet", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    await link(visitor, second);
    const asking = await signedIn(second);
    const userId = (await visitor.who()).user?.id;
    expect((await unlink(asking, await idOf(visitor, second))).status).toBe(204);
    expect((await asking.who()).user?.address).toBe(first.address);
    // The wallet's next sign-in belongs to another account.
    const later = await signedIn(second);
    expect((await later.who()).user?.id).not.toBe(userId);
  });

  it("ends the sessions that the identity opened, with their tokens, and no others", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    const same = await signedIn(first);
    await link(visitor, second);
    const [theirs, before] = [await signedIn(second), await signedIn(second)];
    const { token } = (await theirs.get("/api/auth/token")).body as { token: string };
    // A session whose opening identity is unknown.
    await db.execute(`update sessions set identity_id = null where address = '${before.address}'`);
    expect((await unlink(visitor, await idOf(visitor, second))).status).toBe(204);
    expect([await theirs.who(), await before.who()]).toEqual([{}, {}]);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await new Visitor().get("/api/v1/identities", bearer)).status).toBe(401);
    const { user } = await visitor.who();
    expect(user).toBeDefined();
    expect((await same.who()).user).toEqual(user);
  });

  it("deletes the venue key that was held for the wallet, and no other", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const visitor = await signedIn(first);
    await link(visitor, second);
    const key = { keyId: "vk", encryptedKey: "", label: "", createdAt: new Date() };
    await db.insert(TABLES.venueKeys).values([
      { ...key, account: first.address },
      { ...key, account: second.address },
    ]);
    expect((await unlink(visitor, await idOf(visitor, second))).status).toBe(204);
    const held = (await db.select().from(TABLES.venueKeys)).map(({ account }) => account);
    expect(held).toContain(first.address);
    expect(held).not.toContain(second.address);
  });

  it("does not find the identities of others", async () => {
    const theirs = newWallet();
    const other = await signedIn(theirs);
    const visitor = await signedIn();
    await link(visitor, newWallet());
    expect(await unlink(visitor, await idOf(other, theirs))).toMatchObject({
      status: 404,
      body: { error: "IDENTITY_NOT_FOUND" },
    });
  });
});

describe("a fresh proof", () => {
  it("is a signature by a wallet of the account for the purpose of proving", async () => {
    const wallet = newWallet();
    const visitor = await signedIn(wallet);
    const stranger = newWallet();
    await signedIn(stranger);
    const foreign = await visitor.proof(stranger, "prove");
    expect(await visitor.post("/api/v1/prove/wallet", foreign)).toMatchObject({
      status: 404,
      body: { error: "IDENTITY_NOT_FOUND" },
    });
    const other = await visitor.proof(wallet, "link");
    expect((await visitor.post("/api/v1/prove/wallet", other)).status).toBe(401);
  });

  it("counts in the session that gave it, and in no other", async () => {
    const wallet = newWallet();
    const [one, other] = [await signedIn(wallet), await signedIn(wallet)];
    time.aheadMs = TEN_MINUTES + 1_000;
    await one.post("/api/v1/prove/wallet", await one.proof(wallet, "prove"));
    expect((await list(one)).freshUntil).not.toBeNull();
    expect((await list(other)).freshUntil).toBeNull();
  });
});

describe("a refused proof", () => {
  const refusals = async (visitor: Visitor) => {
    const { user } = await visitor.who();
    const rows = await db.select().from(TABLES.auditLog);
    return rows.filter(({ userId, action }) => userId === user?.id && action === "sign_in.refused");
  };

  it("is in the log of the owner of the claimed wallet, with its address, once an hour", async () => {
    const wallet = newWallet();
    const owner = await signedIn(wallet);
    const impostor = { address: wallet.address, sign: newWallet().sign };
    const stranger = new Visitor();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await stranger.signIn(impostor)).status).toBe(401);
    }
    const inside = await signedIn();
    const proof = await inside.proof(impostor, "prove");
    expect((await inside.post("/api/v1/prove/wallet", proof)).status).toBe(401);
    expect(await refusals(owner)).toMatchObject([
      { actorKind: "service", address: stranger.address, details: { kind: "wallet" } },
    ]);
    expect(await refusals(inside)).toEqual([]);
  });

  it("of an unknown wallet, or of an invalid one, is in no log", async () => {
    const logged = (await db.select().from(TABLES.auditLog)).length;
    const visitor = new Visitor();
    const { address } = newWallet();
    expect((await visitor.signIn({ address, sign: newWallet().sign })).status).toBe(401);
    const form = { address: "no-key", message: "m", signature: "s" };
    expect((await visitor.form("/api/auth/callback/wallet", form)).status).toBe(401);
    expect(await db.select().from(TABLES.auditLog)).toHaveLength(logged);
  });
});

it("a sign-in ends the session that the browser had before", async () => {
  const visitor = await signedIn();
  const before = await visitor.who();
  const cookies = new Map(visitor.cookies);
  expect((await visitor.signIn(newWallet())).status).toBe(200);
  expect((await visitor.who()).user?.id).not.toBe(before.user?.id);
  const old = new Visitor();
  for (const [name, value] of cookies) old.cookies.set(name, value);
  expect(await old.who()).toEqual({});
  const rows = await db.select().from(TABLES.sessions);
  const own = rows.filter(({ userId }) => userId === before.user?.id);
  expect(own.map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
});

it("without a mail server and a provider neither is offered", async () => {
  const visitor = await signedIn();
  expect((await list(visitor)).ways).toEqual({ email: false, oidc: null });
  const email = "a@example.com";
  for (const path of ["/api/auth/email", "/api/v1/identities/email"]) {
    expect((await visitor.post(path, { email })).status).toBe(404);
  }
  const errand = await visitor.post("/api/v1/identities/oidc", { purpose: "link" });
  expect(errand.status).toBe(404);
  expect((await visitor.form("/api/auth/signin/oidc")).status).toBe(404);
  expect((await visitor.get("/api/auth/callback/oidc?code=a&state=b")).status).toBe(404);
});

/** Tokens of callers without a cookie: ours, and those of an issuer whose keys are fetched and rotate. */
import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { eq } from "drizzle-orm";
import { exportJWK, type JWK, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { Secret } from "#lib/kernel/env.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { mayBeGuess } from "#lib/server/credentials/guessing-limit.ts";
import { endSession } from "./session-rows.ts";
import { signInAs } from "./sign-in.ts";
import { deriveSigningKey } from "./signing-key.ts";
import { sessionOfToken } from "./verify-token.ts";
import { issueWalletToken, walletTokenKeys } from "./wallet-token.ts";

const PREVIOUS = "the-session-secret-before-this-one-0123456789";
const ISSUER = "https://issuer.example";
const AUDIENCE = "svc";
const COOLDOWN_MS = 30_000;
const CACHE_MS = 10 * 60_000;
const client = { address: "192.0.2.7", agent: "a program" };

type Key = { kid: string; privateKey: KeyObject; jwk: JWK };

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" },
  };
}

/** The issuer's published keys, its number of requests, and whether it answers. */
const published = {
  keys: [] as JWK[],
  requests: 0,
  answer: "keys" as "keys" | "hang" | "error" | "nonsense",
};
let clock = Date.now();
let server: Server;
let db: Database;
let [a, b]: [Key, Key] = [undefined, undefined] as never;

beforeAll(async () => {
  [a, b] = [await newKey("a"), await newKey("b")];
  server = createServer((_request, response) => {
    published.requests += 1;
    if (published.answer === "hang") return;
    response.statusCode = published.answer === "error" ? 500 : 200;
    const isNonsense = published.answer === "nonsense";
    response.end(isNonsense ? "<html>" : JSON.stringify({ keys: published.keys }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  vi.stubEnv("WALLET_JWT_ISSUER", ISSUER);
  vi.stubEnv("WALLET_JWT_AUDIENCE", AUDIENCE);
  vi.stubEnv("WALLET_JWT_JWKS_URL", `http://127.0.0.1:${port}/jwks`);
  vi.stubEnv("SESSION_SECRET_PREVIOUS", PREVIOUS);
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  // The clock of jose's cache; each test runs an hour after the last one, when nothing is fresh.
  clock += 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: clock });
  Object.assign(published, { keys: [a.jwk], requests: 0, answer: "keys" });
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const seconds = () => Math.floor(Date.now() / 1000);

type Claims = Record<string, unknown>;
const claims = (over: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "somebody",
  iat: seconds(),
  exp: seconds() + 600,
  ...over,
});

const sign = (key: Key, over: Claims = {}) =>
  new SignJWT(JSON.parse(JSON.stringify(claims(over))) as Claims)
    .setProtectedHeader({ alg: "ES256", kid: key.kid })
    .sign(key.privateKey);

const present = (token: string) => sessionOfToken(token, { now: Date.now(), client });
const outcome = (token: string) =>
  present(token).then(
    () => "taken",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

describe("an issuer's keys", () => {
  it("change without a restart: A, then A and B, then B alone", async () => {
    expect(await outcome(await sign(a))).toBe("taken");
    published.keys = [a.jwk, b.jwk];
    // Unknown keys cause a new fetch, but not every time.
    expect(await outcome(await sign(b))).toBe("INVALID_TOKEN");
    expect(published.requests).toBe(1);
    pass(COOLDOWN_MS + 1);
    expect(await outcome(await sign(b))).toBe("taken");
    expect(await outcome(await sign(a))).toBe("taken");
    expect(published.requests).toBe(2);
    published.keys = [b.jwk];
    pass(CACHE_MS + 1);
    expect(await outcome(await sign(a))).toBe("INVALID_TOKEN");
    expect(await outcome(await sign(b))).toBe("taken");
    expect(published.requests).toBe(3);
  });

  it("are fetched once, however many tokens name an unknown key", async () => {
    const stranger = await newKey("nobody's");
    await outcome(await sign(a));
    pass(COOLDOWN_MS + 1);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => sign(stranger)));
    const outcomes = await Promise.all(tokens.map(outcome));
    expect(new Set(outcomes)).toEqual(new Set(["INVALID_TOKEN"]));
    expect(published.requests).toBe(2);
  });

  it.each(["error", "hang", "nonsense"] as const)(
    "that cannot be fetched are not reported as an error of the caller: %s",
    async (answer) => {
      published.answer = answer;
      await expect(present(await sign(a))).rejects.toMatchObject({
        code: "IDENTITY_PROVIDER_UNREACHABLE",
        status: 502,
      });
      published.answer = "keys";
      expect(await outcome(await sign(a))).toBe("taken");
    },
  );
});

describe("a token of the issuer", () => {
  it("signs in to the same account each time, and is no fresh proof", async () => {
    const [one, again] = [await present(await sign(a)), await present(await sign(a))];
    expect(again.userId).toBe(one.userId);
    expect(one).toMatchObject({ kind: "session", account: undefined, provedAt: 0 });
    const other = await present(await sign(a, { sub: "another" }));
    expect(other.userId).not.toBe(one.userId);
  });

  it("proves as freshly as the issuer authenticated the person, and never in the future", async () => {
    const provedAt = async (auth_time: unknown) =>
      (await present(await sign(a, { auth_time }))).provedAt;
    const at = seconds() - 120;
    expect(await provedAt(at)).toBe(at * 1000);
    expect(await provedAt(seconds() + 20)).toBeLessThanOrEqual(Date.now());
    for (const none of [undefined, String(at), null, -1, seconds() + 60]) {
      expect(await provedAt(none)).toBe(0);
    }
  });

  it("records its use once a minute, and leaves its identity's label unchanged", async () => {
    const { userId } = await present(await sign(a, { sub: "labelled" }));
    const mine = eq(identities.userId, userId);
    await db.update(identities).set({ label: "Ada" }).where(mine);
    const used = async () => {
      await present(await sign(a, { sub: "labelled" }));
      const [row] = await db.select().from(identities).where(mine);
      return [row?.label, row?.lastUsedAt.getTime()];
    };
    const first = Date.now();
    pass(59_000);
    expect(await used()).toEqual(["Ada", first]);
    pass(1_000);
    expect(await used()).toEqual(["Ada", Date.now()]);
  });

  it("is not exchanged for one of ours, which no session of ours could end", async () => {
    const actor = await present(await sign(a));
    await expect(issueWalletToken({ ctx: { actor, now: Date.now() } })).rejects.toMatchObject({
      code: "TOKEN_OF_ANOTHER_ISSUER",
    });
  });

  it("links nothing by its claims of wallets and mail", async () => {
    const address = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
    const proved = { kind: "wallet", subject: address, label: address } as const;
    const { userId } = await signInAs(proved, { now: Date.now(), client });
    const token = await sign(a, {
      sub: "thief",
      account: address,
      wallet: address,
      email: "a@b.c",
    });
    const actor = await present(token);
    expect(actor.userId).not.toBe(userId);
    expect(actor.account).toBeUndefined();
  });

  it.each<[string, Claims]>([
    ["another issuer", { iss: "https://other.example" }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "another" }],
    ["no audience", { aud: undefined }],
    ["an end in the past", { exp: 1_000 }],
    ["no end", { exp: undefined }],
    ["no beginning", { iat: undefined }],
    ["nobody", { sub: undefined }],
  ])("is refused with %s", async (_what, over) => {
    expect(await outcome(await sign(a, over))).toBe("INVALID_TOKEN");
  });

  it("is refused more than a day after it was issued, and before it was issued", async () => {
    const day = 86_400;
    const later = { exp: seconds() + 10 * day };
    expect(await outcome(await sign(a, { ...later, iat: seconds() - day + 5 }))).toBe("taken");
    expect(await outcome(await sign(a, { ...later, iat: seconds() - day - 60 }))).toBe(
      "INVALID_TOKEN",
    );
    expect(await outcome(await sign(a, { ...later, iat: seconds() + 60 }))).toBe("INVALID_TOKEN");
    expect(await outcome(await sign(a, { ...later, nbf: seconds() + 60 }))).toBe("INVALID_TOKEN");
  });

  it("tolerates a clock difference of thirty seconds, and no more", async () => {
    expect(await outcome(await sign(a, { exp: seconds() - 25 }))).toBe("taken");
    expect(await outcome(await sign(a, { exp: seconds() - 35 }))).toBe("INVALID_TOKEN");
  });

  it("is refused when unsigned, signed with a shared secret, or changed", async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(claims())}.`;
    expect(await outcome(unsigned)).toBe("INVALID_TOKEN");
    const pem = a.privateKey.export({ type: "pkcs8", format: "pem" });
    for (const secret of [JSON.stringify(a.jwk), String(a.jwk.x), pem]) {
      const text = `${encode({ alg: "HS256", kid: "a" })}.${encode(claims())}`;
      const mac = createHmac("sha256", secret).update(text).digest("base64url");
      expect(await outcome(`${text}.${mac}`)).toBe("INVALID_TOKEN");
    }
    const [header, , signature] = (await sign(a)).split(".");
    const changed = `${header}.${encode(claims({ sub: "another" }))}.${signature}`;
    expect(await outcome(changed)).toBe("INVALID_TOKEN");
    const forged = await sign({ ...b, kid: "a" });
    expect(await outcome(forged)).toBe("INVALID_TOKEN");
    expect(await outcome("a.b.c")).toBe("INVALID_TOKEN");
  });

  it("cannot pass for one of ours by naming our address as issuer", async () => {
    const { baseUrl } = config();
    const token = await sign(a, { iss: baseUrl, aud: baseUrl });
    expect(await outcome(token)).toBe("INVALID_TOKEN");
  });
});

describe("a token of ours", () => {
  const signedIn = async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    return signInAs({ kind: "email", subject: email, label: email }, { now: Date.now(), client });
  };

  it("stands for its session, and ends with it", async () => {
    const actor = await signedIn();
    const { token } = await issueWalletToken({ ctx: { actor, now: Date.now() } });
    expect(await present(token)).toEqual(actor);
    await endSession(actor, Date.now(), client);
    expect(await outcome(token)).toBe("INVALID_TOKEN");
  });

  it("does not count as a guess after its end or its session's, but does when it was changed", async () => {
    const guessed = (token: string) => present(token).then(() => undefined, mayBeGuess);
    const actor = await signedIn();
    const issue = async () => (await issueWalletToken({ ctx: { actor, now: Date.now() } })).token;
    const token = await issue();
    pass(11 * 60_000);
    expect(await guessed(token)).toBe(false);
    expect(await guessed(`${token.slice(0, -8)}AAAAAAAA`)).toBe(true);
    const live = await issue();
    await endSession(actor, Date.now(), client);
    expect(await guessed(live)).toBe(false);
  });

  it("is accepted under the previous secret, whose key is published beside the new one", async () => {
    const { sessionId: sid, userId } = await signedIn();
    const { baseUrl } = config();
    const signWith = async (secret: string) => {
      const key = await deriveSigningKey(new Secret(secret));
      return new SignJWT({ sid })
        .setProtectedHeader({ alg: "ES256", kid: key.kid })
        .setIssuer(baseUrl)
        .setAudience(baseUrl)
        .setSubject(userId)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + 600)
        .sign(key.privateKey);
    };
    expect(await outcome(await signWith(PREVIOUS))).toBe("taken");
    expect(await outcome(await signWith("a secret from before that, 0123456789"))).toBe(
      "INVALID_TOKEN",
    );
    const previous = await deriveSigningKey(new Secret(PREVIOUS));
    const current = await deriveSigningKey(config().sessionSecret);
    const { keys } = await walletTokenKeys();
    expect(keys.map(({ kid }) => kid)).toEqual([current.kid, previous.kid]);
    expect(keys.some((key) => "d" in key)).toBe(false);
  });
});

import { generateKeyPairSync, sign } from "node:crypto";
import { base58 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createChallenge } from "#lib/identity/proofs/challenge.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { nextAuthOptions } from "./next-auth.ts";
import { sessionCookieName } from "./session-cookie.ts";

const NOW = 1_800_000_000_000;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const address = base58.encode(
  Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const client = { address: "192.0.2.7", agent: "a browser" };
const onFailure = vi.fn<(error: Error) => void>();
const log = { error: vi.fn<(details: object, text?: string) => void>() };
const options = () =>
  nextAuthOptions({
    clock: { now: () => NOW },
    client,
    log,
    session: undefined,
    isErrand: false,
    state: undefined,
    referredBy: undefined,
    onSignIn: () => {},
    onFailure,
  });

async function authorize(given: Record<string, string>) {
  const [provider] = options().providers;
  if (provider === undefined || !("authorize" in provider)) throw new Error("no wallet provider");
  return provider.authorize(given, {});
}

describe("the wallet provider", () => {
  it("turns a proof into a user once, and says why it refuses", async () => {
    const { message } = await createChallenge({ ctx: { now: NOW }, input: { body: { address } } });
    const signature = base58.encode(sign(null, Buffer.from(message), privateKey));
    expect(await authorize({ address, message, signature })).toMatchObject({
      id: expect.stringMatching(/^usr_/) as string,
      sessionId: expect.stringMatching(/^ses_/) as string,
    });
    expect(onFailure).not.toHaveBeenCalled();
    expect(await authorize({ address, message, signature })).toBeNull();
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ code: "SIGN_IN_REFUSED", status: 401 });
    expect(await authorize({ address, message })).toBeNull();
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ code: "MISSING_FIELD", status: 400 });
  });
});

describe("the session", () => {
  it("is a token that names the session and nothing else, also after the sign-in", async () => {
    const jwt = options().callbacks?.jwt;
    const user = { id: "usr_1", sessionId: "ses_1" };
    const token = await jwt?.({ token: { sub: "usr_1", name: "x" }, user, account: null });
    expect(token).toEqual({ sub: "usr_1", sid: "ses_1" });
  });

  it("has a Secure cookie exactly when browsers use TLS", () => {
    expect(options().useSecureCookies).toBe(false);
    expect(sessionCookieName("https://svc.example")).toBe("__Secure-next-auth.session-token");
    expect(sessionCookieName("http://localhost:3000")).toBe("next-auth.session-token");
  });
});

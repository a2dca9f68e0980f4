import { generateKeyPairSync, sign } from "node:crypto";
import { base58 } from "@scure/base";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, useDatabase } from "#lib/db/client.ts";
import { testDatabase } from "#lib/db/testing.ts";
import { createChallenge } from "./challenge.ts";
import { nextAuthOptions } from "./next-auth.ts";
import { readSession, sessionCookieName } from "./session.ts";

const NOW = 1_800_000_000_000;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const address = base58.encode(
  Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
});
afterAll(async () => {
  useDatabase(undefined);
  await db.$client.end();
});

const onFailure = vi.fn<(error: Error) => void>();
const log = { error: vi.fn<(details: object, text?: string) => void>() };
const options = () => nextAuthOptions({ clock: { now: () => NOW }, log, onFailure });

async function authorize(given: Record<string, string>) {
  const [provider] = options().providers;
  if (provider === undefined || !("authorize" in provider)) throw new Error("no wallet provider");
  return provider.authorize(given, {});
}

describe("the wallet provider", () => {
  it("turns a proof into a user once, and tells why it refuses", async () => {
    const { message } = await createChallenge({ ctx: { now: NOW }, input: { body: { address } } });
    const signature = base58.encode(sign(null, Buffer.from(message), privateKey));
    expect(await authorize({ address, message, signature })).toEqual({ id: address });
    expect(onFailure).not.toHaveBeenCalled();
    expect(await authorize({ address, message, signature })).toBeNull();
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ code: "SIGN_IN_REFUSED", status: 401 });
    expect(await authorize({ address, message })).toBeNull();
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ code: "MISSING_FIELD", status: 400 });
  });
});

describe("the session", () => {
  it("shows the address and nothing else of the token", async () => {
    const session = options().callbacks?.session;
    const token = { sub: address, jti: "x" };
    const answer: unknown = await session?.({
      session: { user: { address: "" }, expires: "2027-01-01" },
      token,
      user: { id: "", email: "", emailVerified: null },
      newSession: undefined,
      trigger: "update",
    });
    expect(answer).toEqual({ user: { address }, expires: "2027-01-01" });
  });

  it("is a JWT under the session secret, which readSession accepts", async () => {
    const { secret, session } = options();
    expect(session?.strategy).toBe("jwt");
    const token = await encode({ token: { sub: address }, secret: secret ?? "" });
    const headers = new Headers({ cookie: `${sessionCookieName("http://localhost")}=${token}` });
    expect(await readSession(headers)).toEqual({ account: address });
  });

  it("has a Secure cookie exactly when browsers use TLS", () => {
    expect(options().useSecureCookies).toBe(false);
    expect(sessionCookieName("https://svc.example")).toBe("__Secure-next-auth.session-token");
    expect(sessionCookieName("http://localhost:3000")).toBe("next-auth.session-token");
  });
});

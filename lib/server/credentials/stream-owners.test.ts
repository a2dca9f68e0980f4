/** Which credential opens which stream of an account, and what ends it. */
import type { IncomingMessage } from "node:http";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { issueWalletToken } from "#lib/identity/sessions/wallet-token.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { botHeaders, insertBotKey, type TestKey } from "#lib/machines/keys/bot-keys.testing.ts";
import { botKeys } from "#lib/machines/schema/keys.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { insertKeys, insertSession, openKeyTables, TEST_KEYS } from "./credentials.testing.ts";
import { botOwner, sessionOwner } from "./stream-owners.ts";

const NOW = 1_800_000_000_000;
const ACCOUNT = "11111111111111111111111111111111";
const OTHER = "So11111111111111111111111111111111111111112";
const ADDRESS = "192.0.2.7";
const TARGET = "/api/bot/v1/stream";

let db: Database;
let close: () => Promise<void>;
let jwt: string;
let bot: TestKey;

beforeEach(async () => {
  ({ db, close } = await openKeyTables());
  setHttpRuntime({ clock: { now: () => NOW } });
  await insertKeys(db, NOW);
  const actor = await insertSession(db, NOW);
  await db.update(sessions).set({ account: ACCOUNT });
  jwt = (await issueWalletToken({ ctx: { actor: { ...actor, account: ACCOUNT }, now: NOW } }))
    .token;
  bot = await insertBotKey({ account: ACCOUNT });
});

afterEach(async () => {
  setHttpRuntime();
  await close();
  vi.unstubAllEnvs();
});

const asked = (headers: Record<string, string>, url = TARGET) =>
  ({ headers, url }) as unknown as IncomingMessage;

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const signed = (target = TARGET) => Object.fromEntries(botHeaders(bot, { target, timestamp: NOW }));

const ofSession = (headers: Record<string, string>, account = ACCOUNT) =>
  sessionOwner(asked(headers), { address: ADDRESS, account });

const ofBot = (headers: Record<string, string>, address = ADDRESS) =>
  botOwner(asked(headers), { address });

async function codeOf(run: Promise<unknown>): Promise<string> {
  const thrown = await run.then(() => undefined).catch((error: unknown) => error);
  return thrown instanceof ServiceError ? thrown.code : "none";
}

test("a session opens the stream of its own wallet, and a bot that of its key's wallet", async () => {
  expect(await ofSession(bearer(jwt))).toMatchObject({ account: ACCOUNT, userId: TEST_KEYS.user });
  expect(await ofBot(signed())).toMatchObject({ account: ACCOUNT, userId: bot.userId });
});

describe("every other credential is refused", () => {
  const credentials = (): [string, Record<string, string>, string, string][] => [
    ["none", {}, "SIGN_IN_REQUIRED", "MISSING_CREDENTIAL"],
    ["a forged cookie", { cookie: "svc-session=x" }, "SIGN_IN_REQUIRED", "MISSING_CREDENTIAL"],
    ["a session", bearer(jwt), "none", "WRONG_CREDENTIAL"],
    ["an MCP key", bearer(TEST_KEYS.mcpSecret), "WRONG_CREDENTIAL", "WRONG_CREDENTIAL"],
    ["an access token", bearer(`svc_at_${"a".repeat(43)}`), "WRONG_CREDENTIAL", "WRONG_CREDENTIAL"],
    ["a venue key", bearer(`apikey_${"0".repeat(64)}`), "WRONG_CREDENTIAL", "WRONG_CREDENTIAL"],
    [
      "the operator key",
      bearer(`operator_${"c".repeat(64)}`),
      "WRONG_CREDENTIAL",
      "WRONG_CREDENTIAL",
    ],
    ["a bot's signature", signed(), "WRONG_CREDENTIAL", "none"],
  ];

  test("at the browser's stream and at the bot's", async () => {
    for (const [name, headers, session, ofBots] of credentials()) {
      expect(await codeOf(ofSession(headers)), name).toBe(session);
      expect(await codeOf(ofBot(headers)), name).toBe(ofBots);
    }
  });

  test("a session of another wallet, and one without a wallet", async () => {
    expect(await codeOf(ofSession(bearer(jwt), OTHER))).toBe("ACCOUNT_MISMATCH");
    await db.update(sessions).set({ account: null });
    expect(await codeOf(ofSession(bearer(jwt)))).toBe("ACCOUNT_MISMATCH");
  });

  test("a bot's signature of another call, whatever target its headers name", async () => {
    const other = signed("/api/bot/v1/orders");
    const spoofed = { ...other, "x-request-target": "/api/bot/v1/orders" };
    for (const headers of [other, spoofed]) {
      expect(await codeOf(ofBot(headers))).toBe("INVALID_BOT_SIGNATURE");
    }
  });

  test("a bot's signature that was used, and one from an address that is not allowed", async () => {
    const headers = signed();
    await ofBot(headers);
    expect(await codeOf(ofBot(headers))).toBe("NONCE_REPLAYED");
    expect(await codeOf(ofBot(signed(), "198.51.100.1"))).toBe("ip_not_allowed");
  });
});

describe("an open stream ends", () => {
  test("when its session is revoked, expires, or acts for another wallet", async () => {
    const { check } = await ofSession(bearer(jwt));
    expect(await codeOf(check())).toBe("none");
    await db.update(sessions).set({ account: OTHER });
    expect(await codeOf(check())).not.toBe("none");
    await db.update(sessions).set({ account: ACCOUNT, revokedAt: new Date(NOW) });
    expect(await codeOf(check())).not.toBe("none");
    await db.update(sessions).set({ revokedAt: null, expiresAt: new Date(NOW - 1) });
    expect(await codeOf(check())).not.toBe("none");
  });

  test("when its bot key is revoked, expires, is deleted, or its wallet is unlinked; a used nonce does not end it", async () => {
    const { check } = await ofBot(signed());
    expect(await codeOf(check())).toBe("none");
    await db.update(botKeys).set({ revokedAt: new Date(NOW) });
    expect(await codeOf(check())).toBe("REVOKED_KEY");
    await db.update(botKeys).set({ revokedAt: null, expiresAt: new Date(NOW) });
    expect(await codeOf(check())).toBe("EXPIRED_KEY");
    await db.update(botKeys).set({ expiresAt: null });
    await db.delete(identities).where(eq(identities.subject, ACCOUNT));
    expect(await codeOf(check())).toBe("WALLET_REQUIRED");
    await db.delete(botKeys);
    expect(await codeOf(check())).toBe("INVALID_BOT_SIGNATURE");
  });
});

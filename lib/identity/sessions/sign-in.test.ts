import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { base58 } from "@scure/base";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CHALLENGE_MS,
  Challenge,
  ChallengeRequest,
  createChallenge,
  signInChain,
} from "#lib/identity/proofs/challenge.ts";
import { proveWallet } from "#lib/identity/proofs/prove-wallet.ts";
import { buildSignInMessage, parseSignInMessage } from "#lib/identity/proofs/sign-in-message.ts";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { currentSession } from "./session.ts";
import { endSession } from "./session-rows.ts";
import { signInAs } from "./sign-in.ts";

const NOW = 1_800_000_000_000;
const ctx = { now: NOW };

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

type Wallet = { address: string; key: KeyObject };

function newWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { address: base58.encode(Buffer.from(x, "base64url")), key: privateKey };
}

const challengeFor = (address: string, now = NOW) =>
  createChallenge({ ctx: { now }, input: { body: { address } } });

function proofOf(wallet: Wallet, message: string) {
  return {
    address: wallet.address,
    message,
    signature: base58.encode(sign(null, Buffer.from(message), wallet.key)),
  };
}

describe("the text to sign", () => {
  it("has the lines of Sign-In With Solana and is bound to this site", async () => {
    const { address } = newWallet();
    const answer = await challengeFor(address);
    expect(Challenge.parse(answer).expiresAt).toBe("2027-01-15T08:05:00.000Z");
    const [first, second, ...rest] = answer.message.split("\n");
    expect(first).toBe("localhost:3000 wants you to sign in with your Solana account:");
    expect(second).toBe(address);
    expect(rest.filter((line) => line.includes(": ")).map((line) => line.split(": ")[0])).toEqual([
      "URI",
      "Version",
      "Chain ID",
      "Nonce",
      "Issued At",
      "Expiration Time",
    ]);
    const fields = parseSignInMessage(answer.message);
    expect(fields && buildSignInMessage(fields)).toBe(answer.message);
  });

  it("names the chain of the configured node, and for a simulated market none but the local one", () => {
    const chain = (network: SolanaNetwork) => ({ network });
    expect([
      signInChain({ sandboxUrl: undefined, chain: undefined }),
      signInChain({ sandboxUrl: undefined, chain: chain("mainnet-beta") }),
      signInChain({ sandboxUrl: undefined, chain: chain("devnet") }),
      signInChain({ sandboxUrl: "http://sandbox", chain: chain("simulated") }),
      signInChain({ sandboxUrl: "http://sandbox", chain: chain("mainnet-beta") }),
    ]).toEqual(["solana:mainnet", "solana:mainnet", "solana:devnet", "localnet", "localnet"]);
  });

  it("is refused for anything but a public key that only its holder can sign with", () => {
    const systemProgram = "1".repeat(32);
    for (const address of ["", "0x12", "1".repeat(31), systemProgram, "1".repeat(3000)]) {
      expect(ChallengeRequest.safeParse({ address }).success).toBe(false);
    }
  });
});

describe("signing in", () => {
  it("proves the wallet once; the same proof again is a replay", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    expect(await proveWallet(proof, NOW)).toEqual({
      kind: "wallet",
      subject: wallet.address,
      label: wallet.address,
    });
    await expect(proveWallet(proof, NOW)).rejects.toMatchObject({
      code: "SIGN_IN_REFUSED",
      status: 401,
      message: expect.stringContaining("used before") as string,
    });
  });

  it("accepts one of many simultaneous uses of a challenge", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => proveWallet(proof, NOW)),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });

  it("refuses another key's signature, and leaves the challenge to its owner", async () => {
    const wallet = newWallet();
    const thief = newWallet();
    const { message } = await challengeFor(wallet.address);
    const forged = { ...proofOf(thief, message), address: wallet.address };
    await expect(proveWallet(forged, NOW)).rejects.toMatchObject({ status: 401 });
    await expect(proveWallet(proofOf(thief, message), NOW)).rejects.toThrow("another wallet");
    expect(await proveWallet(proofOf(wallet, message), NOW)).toBeDefined();
  });

  it("refuses a challenge at the very millisecond of its expiry", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    const late = { now: NOW + CHALLENGE_MS };
    await expect(proveWallet(proof, late.now)).rejects.toThrow("has expired");
    await expect(proveWallet(proof, late.now - 1)).resolves.toBeDefined();
  });

  it("refuses texts that were never issued, although the wallet signed them", async () => {
    const wallet = newWallet();
    const { message } = await challengeFor(wallet.address);
    const own = parseSignInMessage(message);
    if (own === undefined) throw new Error("no fields");
    const later = new Date(NOW + 86_400_000).toISOString();
    for (const [text, reason] of [
      [buildSignInMessage({ ...own, nonce: "0".repeat(32) }), "unknown"],
      [buildSignInMessage({ ...own, expiresAt: later }), "unknown"],
      [buildSignInMessage({ ...own, issuedAt: later }), "in the future"],
      [buildSignInMessage({ ...own, domain: "evil.example" }), "another site"],
      [buildSignInMessage({ ...own, uri: "https://evil.example" }), "another site"],
      [buildSignInMessage({ ...own, chainId: "localnet" }), "another chain"],
      [`${message}\n`, "not one that this site issues"],
      [message.replace("moves no funds", "moves all funds"), "not one that this site issues"],
    ] as const) {
      await expect(proveWallet(proofOf(wallet, text), NOW)).rejects.toThrow(reason);
    }
  });

  it("refuses malformed signatures without an internal error", async () => {
    const wallet = newWallet();
    const { message } = await challengeFor(wallet.address);
    for (const signature of ["", "1".repeat(64), "1".repeat(1_000_000), "0OIl".repeat(20)]) {
      await expect(
        proveWallet({ address: wallet.address, message, signature }, NOW),
      ).rejects.toMatchObject({ code: "SIGN_IN_REFUSED" });
    }
  });

  it("deletes expired challenges when the next one is issued", async () => {
    const { address } = newWallet();
    await challengeFor(address);
    await challengeFor(address, NOW + CHALLENGE_MS + 1);
    const left = await db.select().from(signInChallenges);
    expect(left).toHaveLength(1);
  });
});

it("a signature counts for the purpose that its text names, and for no other", async () => {
  const wallet = newWallet();
  const body = { address: wallet.address, purpose: "link" } as const;
  const { message } = await createChallenge({ ctx, input: { body } });
  expect(message).toContain("Link this wallet to your account.");
  const proof = proofOf(wallet, message);
  await expect(proveWallet(proof, NOW)).rejects.toThrow("another purpose");
  await expect(proveWallet(proof, NOW, "prove")).rejects.toThrow("another purpose");
  await expect(proveWallet(proof, NOW, "link")).resolves.toMatchObject({ kind: "wallet" });
});

describe("a session", () => {
  const client = { address: "192.0.2.7", agent: "a browser" };
  const signIn = async (now = NOW) => {
    const wallet = newWallet();
    const proved = { kind: "wallet", subject: wallet.address, label: wallet.address } as const;
    return signInAs(proved, { now, client });
  };
  const cookie = async (sid: string, secret = config().sessionSecret.reveal(), maxAge = 60) =>
    new Headers({
      cookie: `a=b; next-auth.session-token=${await encode({ token: { sid }, secret, maxAge })}`,
    });
  const read = async (headers: Headers, now = NOW) => (await currentSession(headers, now))?.actor;

  it("belongs to the account of the wallet, and to the same account at the next sign-in", async () => {
    const { address } = newWallet();
    const proved = { kind: "wallet", subject: address, label: address } as const;
    const [one, other] = await Promise.all([
      signInAs(proved, { now: NOW, client }),
      signInAs(proved, { now: NOW, client }),
    ]);
    expect(one.userId).toBe(other.userId);
    expect(one.sessionId).not.toBe(other.sessionId);
    expect(await read(await cookie(one.sessionId))).toEqual({ ...one, account: address });
  });

  it("ends at its time, and at the next request when it is revoked", async () => {
    const actor = await signIn();
    const headers = await cookie(actor.sessionId, undefined, 2 * 86_400);
    expect(await read(headers, NOW + 86_399_999)).toBeDefined();
    expect(await read(headers, NOW + 86_400_000)).toBeUndefined();
    await endSession(actor, NOW + 1, client);
    expect(await read(headers, NOW + 2)).toBeUndefined();
  });

  it("is refused for a missing, forged, expired or foreign cookie", async () => {
    const { sessionId } = await signIn();
    expect(await read(new Headers())).toBeUndefined();
    expect(await read(new Headers({ cookie: "next-auth.session-token=abc" }))).toBeUndefined();
    expect(await read(await cookie(sessionId, "another secret of 32 characters!"))).toBeUndefined();
    expect(await read(await cookie(sessionId, undefined, -60))).toBeUndefined();
    expect(await read(await cookie("ses_of_nobody"))).toBeUndefined();
  });
});

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { base58 } from "@scure/base";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { config } from "#lib/config.ts";
import { type Database, useDatabase } from "#lib/db/client.ts";
import { signInChallenges } from "#lib/db/schema/wallet-session.ts";
import { testDatabase } from "#lib/db/testing.ts";
import {
  CHALLENGE_MILLISECONDS,
  Challenge,
  ChallengeRequest,
  createChallenge,
} from "./challenge.ts";
import { readSession } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { buildSignInMessage, parseSignInMessage } from "./sign-in-message.ts";

const NOW = 1_800_000_000_000;
const ctx = { now: NOW };

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
});
afterAll(async () => {
  useDatabase(undefined);
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

describe("the text", () => {
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

  it("is refused for anything but a public key", () => {
    for (const address of ["", "0x12", "1".repeat(31), "1".repeat(3000)]) {
      expect(ChallengeRequest.safeParse({ address }).success).toBe(false);
    }
  });
});

describe("signing in", () => {
  it("proves the wallet once; the same proof again is a replay", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    expect(await signIn({ ctx, input: proof })).toEqual({ account: wallet.address });
    await expect(signIn({ ctx, input: proof })).rejects.toMatchObject({
      code: "SIGN_IN_REFUSED",
      status: 401,
      message: expect.stringContaining("used before") as string,
    });
  });

  it("lets one of many simultaneous uses of a challenge through", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => signIn({ ctx, input: proof })),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });

  it("refuses another key's signature, and leaves the challenge to its owner", async () => {
    const wallet = newWallet();
    const thief = newWallet();
    const { message } = await challengeFor(wallet.address);
    const forged = { ...proofOf(thief, message), address: wallet.address };
    await expect(signIn({ ctx, input: forged })).rejects.toMatchObject({ status: 401 });
    await expect(signIn({ ctx, input: proofOf(thief, message) })).rejects.toThrow("another wallet");
    expect(await signIn({ ctx, input: proofOf(wallet, message) })).toBeDefined();
  });

  it("refuses a challenge at the very millisecond of its expiry", async () => {
    const wallet = newWallet();
    const proof = proofOf(wallet, (await challengeFor(wallet.address)).message);
    const late = { now: NOW + CHALLENGE_MILLISECONDS };
    await expect(signIn({ ctx: late, input: proof })).rejects.toThrow("has expired");
    await expect(signIn({ ctx: { now: late.now - 1 }, input: proof })).resolves.toBeDefined();
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
      [`${message}\n`, "not one that this site issues"],
      [message.replace("moves no funds", "moves all funds"), "not one that this site issues"],
    ] as const) {
      await expect(signIn({ ctx, input: proofOf(wallet, text) })).rejects.toThrow(reason);
    }
  });

  it("refuses signatures of a wrong form without an internal error", async () => {
    const wallet = newWallet();
    const { message } = await challengeFor(wallet.address);
    for (const signature of ["", "1".repeat(64), "1".repeat(1_000_000), "0OIl".repeat(20)]) {
      await expect(
        signIn({ ctx, input: { address: wallet.address, message, signature } }),
      ).rejects.toMatchObject({ code: "SIGN_IN_REFUSED" });
    }
  });

  it("removes challenges past their time when the next one is issued", async () => {
    const { address } = newWallet();
    await challengeFor(address);
    await challengeFor(address, NOW + CHALLENGE_MILLISECONDS + 1);
    const left = await db.select().from(signInChallenges);
    expect(left).toHaveLength(1);
  });
});

describe("readSession", () => {
  const { address } = newWallet();
  const cookie = async (sub: string, secret = config().sessionSecret.reveal(), maxAge = 60) =>
    new Headers({
      cookie: `a=b; next-auth.session-token=${await encode({ token: { sub }, secret, maxAge })}`,
    });

  it("gives the account of the cookie", async () => {
    expect(await readSession(await cookie(address))).toEqual({ account: address });
  });

  it("gives nothing for no cookie, a forged, an expired or a foreign one", async () => {
    expect(await readSession(new Headers())).toBeUndefined();
    expect(
      await readSession(new Headers({ cookie: "next-auth.session-token=abc" })),
    ).toBeUndefined();
    expect(
      await readSession(await cookie(address, "another secret of 32 characters!")),
    ).toBeUndefined();
    expect(await readSession(await cookie(address, undefined, -60))).toBeUndefined();
    expect(await readSession(await cookie("not a key"))).toBeUndefined();
  });
});

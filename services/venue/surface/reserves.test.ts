/** Proofs of reserves over HTTP: custody has them made, everybody reads the newest, an owner the own leaf. */
import { verify } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicKeyObject } from "#lib/kernel/ed25519.ts";
import { joinSums, leafNode, parentNode, statementText } from "#lib/kernel/reserves/sum-tree.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { PublishedReserves, ReservesClaim, ReservesProof } from "#lib/protocol/wire/reserves.ts";
import { CUSTODY_KEY, limit, READER_KEY } from "#services/venue/venue.testing.ts";
import {
  ANCHOR_REPORT,
  openVenueFixture,
  RESERVES_SEED,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

const units = (text: string) => {
  const negative = text.startsWith("-");
  const amount = parseDecimal(negative ? text.slice(1) : text, MONEY_DECIMALS) ?? 0n;
  return negative ? -amount : amount;
};
const nodeOf = ({ hash, sum }: { hash: string; sum: string }) => ({ hash, sum: units(sum) });
let folder: string;
let fixture: VenueFixture;
let proof: ReservesProof;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reserves-"));
  fixture = await openVenueFixture({
    folder,
    custodyKey: CUSTODY_KEY,
    readerKey: READER_KEY,
    reservesSeed: RESERVES_SEED,
  });
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

test("before the first anchored proof there is none, also for an owner", async () => {
  expect(refusalOf(await fixture.get("/v1/reserves"))).toEqual([404, "RESERVES_NOT_FOUND"]);
  const made = await fixture.venue.custody("/v1/custody/reserves", {});
  expect(made.status).toBe(200);
  expect(refusalOf(await fixture.get("/v1/reserves"))).toEqual([404, "RESERVES_NOT_FOUND"]);
  const own = await fixture.alice.read("/v1/reserves/leaf");
  expect(refusalOf(own)).toEqual([404, "RESERVES_NOT_FOUND"]);
});

test("only custody has a proof made and published", async () => {
  const { operator } = fixture.venue;
  for (const path of ["/v1/custody/reserves", "/v1/custody/reserves/1/anchor"]) {
    expect((await operator(path, {})).status).toBe(403);
    expect((await fixture.get(path, { authorization: `Bearer ${READER_KEY}` })).status).toBe(405);
  }
});

test("open positions cancel out at any mark, and the root is what came in", async () => {
  const { alice, bob, setMark } = fixture;
  await alice.place(limit("BUY", "1", "64000"), fixture.now());
  await bob.place(limit("SELL", "1", "64000"), fixture.now());
  await setMark("65000");
  const made = await fixture.venue.custody("/v1/custody/reserves", {});
  proof = ReservesProof.parse(made.body);
  expect(proof.account_count).toBe(2);
  // Both deposited 100,000. One has gained what the other has lost, and the fees are in `sums`.
  expect(proof.root.sum).toBe("200000");
  expect(units(proof.accounts.sum)).toBe(
    200_000_000_000_000n - units(proof.sums[0]?.balance ?? ""),
  );
  expect(proof.below_zero).toEqual([]);
});

test("the venue's signature covers height, time, accounts, root and sum", () => {
  const { height, time, account_count: accountCount } = proof;
  const root = joinSums(
    nodeOf(proof.accounts),
    proof.sums.map(({ name, balance, positions }) => ({
      name,
      balance: units(balance),
      positions: units(positions),
    })),
  );
  expect(root).toEqual(nodeOf(proof.root));
  const key = publicKeyObject(decodePublicKey(proof.public_key) ?? new Uint8Array());
  const text = Buffer.from(statementText({ height, time, accountCount, root }));
  expect(verify(null, text, key, Buffer.from(proof.signature, "hex"))).toBe(true);
});

test("a published proof has the anchor of custody, and each owner's leaf leads to its root", async () => {
  const path = `/v1/custody/reserves/${proof.height}/anchor`;
  const published = PublishedReserves.parse(
    (await fixture.venue.custody(path, ANCHOR_REPORT)).body,
  );
  expect(published.anchor.root.sum).toBe("200001.5");
  expect((await fixture.get("/v1/reserves")).body).toEqual(published);
  for (const trader of [fixture.alice, fixture.bob]) {
    const { account, leaf } = ReservesClaim.parse((await trader.read("/v1/reserves/leaf")).body);
    expect(account).toBe(trader.address);
    const owed = { balance: units(leaf?.balance ?? ""), positions: units(leaf?.positions ?? "") };
    expect(owed.positions).toBe(
      trader === fixture.alice ? 1_000_000_000_000n : -1_000_000_000_000n,
    );
    let node = leafNode(account, leaf?.salt ?? "", owed);
    for (const { side, ...beside } of leaf?.path ?? []) {
      const other = nodeOf(beside);
      node = side === "left" ? parentNode(other, node) : parentNode(node, other);
    }
    expect(node).toEqual(nodeOf(published.proof.accounts));
  }
});

test("the reader key reads any account's leaf, and an account that is not in the proof gets none", async () => {
  const read = (account: string) =>
    fixture.get("/v1/reserves/leaf", {
      authorization: `Bearer ${READER_KEY}`,
      "x-account-pubkey": account,
    });
  const own = (await fixture.alice.read("/v1/reserves/leaf")).body;
  expect((await read(fixture.alice.address)).body).toEqual(own);
  const late = await fixture.trader("late");
  const claim = ReservesClaim.parse((await read(late.address)).body);
  expect(claim.leaf).toBeNull();
});

test("the salt of an account is another one in the next proof", async () => {
  const before = ReservesClaim.parse((await fixture.alice.read("/v1/reserves/leaf")).body);
  const next = ReservesProof.parse((await fixture.venue.custody("/v1/custody/reserves", {})).body);
  const path = `/v1/custody/reserves/${next.height}/anchor`;
  expect((await fixture.venue.custody(path, { ...ANCHOR_REPORT, uncredited: "0" })).status).toBe(
    200,
  );
  const after = ReservesClaim.parse((await fixture.alice.read("/v1/reserves/leaf")).body);
  expect(after.leaf?.salt).not.toBe(before.leaf?.salt);
  expect(after.leaf?.balance).toBe(before.leaf?.balance);
});

test("an anchor of a proof that is not kept publishes nothing", async () => {
  const { body: before } = await fixture.get("/v1/reserves");
  for (const height of [proof.height, 999_999, "x"]) {
    const path = `/v1/custody/reserves/${height}/anchor`;
    const answer = await fixture.venue.custody(path, ANCHOR_REPORT);
    expect(refusalOf(answer)).toEqual([404, "RESERVES_NOT_FOUND"]);
  }
  const { vault_balance: _, ...lacking } = ANCHOR_REPORT;
  const wrong = await fixture.venue.custody("/v1/custody/reserves/1/anchor", lacking);
  expect(refusalOf(wrong)).toEqual([400, "INVALID_FIELD"]);
  expect((await fixture.get("/v1/reserves")).body).toEqual(before);
  const kept = readdirSync(join(folder, "reserves")).filter((name) => name.endsWith(".tmp"));
  expect(kept).toEqual([]);
});

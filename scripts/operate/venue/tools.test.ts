/** The audit verifies every signature of a journal and finds the wrong one; both tools only read. */
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Wallet } from "#lib/kernel/wallet.ts";
import {
  encodeCreateApiKey,
  encodePlaceOrder,
  encodeRegisterSigner,
  encodeWithdraw,
  type SigningOperation,
} from "#lib/protocol/signing/signing.ts";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { memoOfWrite } from "#lib/protocol/solana/memo-operations.ts";
import type { Command, Signed } from "#services/venue/engine/commands.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";

const NOW = 1_800_000_000_000;
let folder: string;
let sequencer: Sequencer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tools-"));
  await mkdir(join(folder, "venue"));
  sequencer = await Sequencer.open({
    folder: join(folder, "venue"),
    clock: { now: () => NOW },
    events: NO_EVENTS,
    onFailure: (error) => {
      throw error;
    },
  });
});

afterEach(() => rm(folder, { recursive: true }));

class Person extends Wallet {
  constructor(name: string) {
    super(hash("sha256", name, "buffer"));
  }

  signed(operation: SigningOperation, payload: Uint8Array, account: Person = this): Signed {
    const digest = this.digest(operation, payload, account.publicKey);
    const signature = new Uint8Array(this.sign(digest));
    const { address: signer } = this;
    return { account: account.address, signer, signature, payload, digest, timestamp: NOW };
  }
}

const [ann, bot] = [new Person("ann"), new Person("bot")];

function placeBy(signer: Person, price: string): Command {
  const order = {
    market: "BTCUSDC",
    side: "BUY",
    size: "0.001",
    price,
    order_type: "LIMIT",
    flags: 0,
    time_in_force: "GTC",
    trigger_price: null,
    trigger_source: null,
  } as const;
  const signed = signer.signed("place_order", encodePlaceOrder(order, BigInt(NOW)), ann);
  return { type: "place_order", signed, order, clientId: null };
}

function registration(acceptedBy: Person): Command {
  const fields = {
    signer: bot.publicKey,
    label: "bot",
    scopes: 1,
    expires_at: BigInt(NOW + 1_000),
  };
  const signed = ann.signed("register_signer", encodeRegisterSigner(fields, BigInt(NOW)));
  return {
    type: "register_signer",
    signed,
    acceptance: new Uint8Array(acceptedBy.sign(signed.digest)),
  };
}

/** The same by a hardware wallet; `change` is made before it is signed. */
function memoRegistration(change = (message: Uint8Array) => message, signer = ann): Command {
  const command = registration(bot);
  if (command.type !== "register_signer") throw new TypeError(command.type);
  const { signed } = command;
  const text = memoOfWrite("register_signer", signed.digest);
  const memo = change(buildMemoTransaction(ann.publicKey, text).slice(65));
  return {
    ...command,
    signed: { ...signed, signature: new Uint8Array(signer.sign(memo)) },
    memo,
  };
}

function withdrawBy(signer: Person): Command {
  const payload = encodeWithdraw({ amount: "250.5" }, BigInt(NOW));
  const signed = signer.signed("withdraw", payload);
  return { type: "withdraw", signed, id: "wdr_1", amount: "250.5" };
}

async function honestJournal(): Promise<void> {
  for (const market of LISTINGS) await sequencer.submit({ type: "list_market", market });
  const marks = [{ market: "BTCUSDC", ticks: 640_000, confidencePpm: 0 }];
  await sequencer.submit({ type: "set_marks", marks });
  const deposit = { id: "1", account: ann.address, amount: 10n ** 13n, reference: "1", source: "" };
  await sequencer.submit({ type: "deposit", ...deposit });
  const payload = encodeCreateApiKey({ label: "k", signer: null, expires_at: 0n }, BigInt(NOW));
  const signed = ann.signed("create_api_key", payload);
  await sequencer.submit({ type: "create_api_key", signed, keyId: "k", keyHash: "0".repeat(64) });
  await sequencer.submit(registration(bot));
  expect(await sequencer.submit(placeBy(ann, "60000"))).toMatchObject({ kind: "order" });
  expect(await sequencer.submit(placeBy(bot, "60001"))).toMatchObject({ kind: "order" });
}

function run(tool: "audit" | "replay", ...more: string[]) {
  const script = join(import.meta.dirname, `${tool}.ts`);
  const result = spawnSync(process.execPath, [script, "--data", folder, ...more], {
    encoding: "utf8",
  });
  return { status: result.status, said: result.stdout, complained: result.stderr };
}

test("a journal in which every write is signed passes, while a venue has it open", async () => {
  await honestJournal();
  const before = await readdir(join(folder, "venue"));
  const audit = run("audit");
  expect(audit.complained).toBe("");
  expect(audit.status).toBe(0);
  expect(audit.said).toMatch(/place_order: 2 signatures/);
  expect(audit.said).toMatch(/acceptances of new signers: 1/);
  expect(audit.said).toMatch(/all of 9 commands hold/);
  expect(audit.said).toContain(`state hash: ${sequencer.latestBlock.state_hash}`);
  expect(await readdir(join(folder, "venue"))).toEqual(before);
  await sequencer.close();
});

test("a registration by a memo transaction is audited and replayed", async () => {
  await sequencer.submit(memoRegistration());
  await sequencer.close();
  const audit = run("audit");
  expect([audit.status, audit.complained]).toEqual([0, ""]);
  expect(audit.said).toMatch(/register_signer: 1 signatures\nof these by a memo transaction: 1/);
  expect(run("replay").said).toContain(`state hash: ${sequencer.latestBlock.state_hash}`);
});

/** A byte of the memo's message that is another: the blockhash begins behind header and two keys. */
const BLOCKHASH_AT = 3 + 1 + 64;
const other = (at: number) => (message: Uint8Array) =>
  message.map((byte, index) => (index === at ? byte ^ 1 : byte));

test.each([
  ["a memo that another key signed", () => memoRegistration(undefined, bot)],
  ["a memo that could land", () => memoRegistration(other(BLOCKHASH_AT))],
  ["a memo of another text", () => memoRegistration(other(150))],
  ["an order that another key signed", () => forged(placeBy(ann, "60002"), bot)],
  ["bytes that were changed after signing", () => changed(placeBy(ann, "60003"))],
  ["a new signer who did not accept", () => registration(ann)],
  ["a withdrawal that another key signed", () => forged(withdrawBy(ann), bot)],
])("%s is found, with its place", async (_, dishonest) => {
  await honestJournal();
  const { size } = await stat(join(folder, "venue", "00000001.journal"));
  await sequencer.submit(dishonest());
  await sequencer.close();
  const audit = run("audit");
  expect(audit.status).toBe(1);
  expect(audit.complained).toMatch(
    /Block 10 \(.*00000001\.journal, byte \d+\), command 10: the (digest|signature|memo)/,
  );
  expect((await stat(join(folder, "venue", "00000001.journal"))).size).toBe(size);
});

function forged(command: Command, forger: Person): Command {
  if (!("signed" in command)) return command;
  const signature = new Uint8Array(forger.sign(command.signed.digest));
  return { ...command, signed: { ...command.signed, signature } };
}

function changed(command: Command): Command {
  if (!("signed" in command)) return command;
  const payload = command.signed.payload.slice();
  payload[4] = "E".charCodeAt(0);
  return { ...command, signed: { ...command.signed, payload } };
}

test("a replay reaches the venue's state, up to any height", async () => {
  await honestJournal();
  const whole = run("replay");
  expect(whole.status).toBe(0);
  expect(whole.said).toContain(`state hash: ${sequencer.latestBlock.state_hash}`);
  expect(whole.said).toContain(`whole state: ${stateHash(sequencer.state)}`);
  expect(whole.said).toContain("open orders: 2");
  expect(whole.said).toContain("balances: 10000 USDC of 10000 deposited");
  const part = run("replay", "--to", "8");
  expect(part.said).toContain("height: 8");
  expect(part.said).toContain("open orders: 1");
  await sequencer.close();
});

test("withdrawals are audited and replayed, with what custody reported of them", async () => {
  await honestJournal();
  const withdraw = withdrawBy(ann);
  expect(await sequencer.submit(withdraw)).toMatchObject({ kind: "transfer" });
  const id = "wdr_1";
  const payment = { signature: "a payment", lastValidBlockHeight: 9 };
  await sequencer.submit({ type: "withdrawal_sent", id, ...payment });
  expect(run("replay").said).toContain("withdrawals: 0 USDC settled, 250.5 reserved");
  await sequencer.submit({ type: "withdrawal_settled", id, txHash: "a payment" });
  const audit = run("audit");
  expect([audit.status, audit.complained]).toEqual([0, ""]);
  expect(audit.said).toMatch(/withdraw: 1 signatures/);
  const { said } = run("replay");
  expect(said).toContain("withdrawals: 250.5 USDC settled, 0 reserved");
  expect(said).toContain(`whole state: ${stateHash(sequencer.state)}`);
  await sequencer.close();
});

test("a folder without a journal is reported, and wrong arguments print the usage", async () => {
  await sequencer.close();
  await rm(join(folder, "venue"), { recursive: true });
  expect(run("replay")).toMatchObject({
    status: 1,
    complained: expect.stringMatching(/no journal/),
  });
  expect(run("audit", "--to", "x").complained).toMatch(/usage: npm run venue:audit/);
});

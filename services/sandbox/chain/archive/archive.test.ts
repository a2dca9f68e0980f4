import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isSignature, USDC_MINT } from "#lib/protocol/solana.ts";
import { PaymentArchive } from "./archive.ts";

const folder = mkdtempSync(join(tmpdir(), "chain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const START = Date.parse("2026-03-01T12:00:00Z");
const RECIPIENT = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const OTHER = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";
const OTHER_MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";

let now = START;
let path = "";
let files = 0;
beforeEach(() => {
  now = START;
  path = join(folder, String(++files), "chain.jsonl");
});

const open = () => new PaymentArchive({ path, clock: { now: () => now } });
const AT = START - 86_400_000;
const order = { recipient: RECIPIENT, amount: "12.5", at: AT };

describe("an archived payment", () => {
  test("is found at once, in the block of its time", () => {
    const archive = open();
    const later = archive.add({ ...order, at: AT + 3_600_000 });
    const { signature, slot } = archive.add(order);
    expect(isSignature(signature)).toBe(true);
    expect(archive.find(signature)).toMatchObject({ at: AT, slot, units: 12_500_000n });
    expect(later.slot - slot).toBe(9_000);
    expect(archive.ofRecipient(RECIPIENT).map((one) => one.at)).toEqual([AT + 3_600_000, AT]);
    expect(archive.ofRecipient(OTHER)).toEqual([]);
  });

  test("has its own signature, whatever it pays", () => {
    const archive = open();
    const signatures = Array.from({ length: 50 }, () => archive.add(order).signature);
    expect(new Set(signatures).size).toBe(50);
    expect(archive.find("1".repeat(64))).toBeUndefined();
  });

  test("adds to the recipient's balance of that mint; a failed one moves nothing", () => {
    const archive = open();
    const had = (more: object) =>
      archive.find(archive.add({ ...order, ...more }).signature)?.recipientHad;
    expect(had({ fails: true })).toBeNull();
    expect(had({})).toBeNull();
    expect(had({ fails: true })).toBe(12_500_000n);
    expect(had({ mint: OTHER_MINT })).toBeNull();
    expect(had({ recipient: OTHER })).toBeNull();
    expect(had({})).toBe(12_500_000n);
    const last = archive.find(archive.add({ ...order, mint: USDC_MINT }).signature);
    expect(last?.recipientHad).toBe(25_000_000n);
    expect(last?.treasuryHad).toBe(10n ** 18n - 37_500_000n);
  });

  test.each([
    [{ amount: "0" }, "INVALID_FIELD"],
    [{ amount: "0.0000001" }, "INVALID_DECIMAL"],
    [{ amount: "-1" }, "INVALID_DECIMAL"],
    [{ amount: "1e3" }, "INVALID_DECIMAL"],
    [{ amount: "1000000000000.000001" }, "INVALID_FIELD"],
    [{ at: START + 1 }, "INVALID_FIELD"],
    [{ at: Date.UTC(2020, 0, 1) }, "INVALID_FIELD"],
  ])("with %j is refused, and nothing of it is stored", (wrong, code) => {
    const archive = open();
    expect(() => archive.add({ ...order, ...wrong })).toThrow(expect.objectContaining({ code }));
    expect(readFileSync(path, "utf8")).toBe("");
  });
});

describe("the stored payments", () => {
  test("are readable by their owner only", () => {
    open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("survive from one process to the next", () => {
    const archive = open();
    const signatures = [
      archive.add(order).signature,
      archive.add({ ...order, fails: true }).signature,
    ];
    const seen = signatures.map((one) => archive.find(one));
    const again = open();
    expect(signatures.map((one) => again.find(one))).toEqual(seen);
    const next = again.add(order);
    expect(again.find(next.signature)?.recipientHad).toBe(12_500_000n);
  });

  test("of the chain before this one are read as they were, and are final", () => {
    mkdirSync(join(path, ".."));
    const signature =
      "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
    const made = { slot: 470_000_000, at: AT, finalAt: START + 60_000, mint: USDC_MINT };
    const payment = { signature, ...made, recipient: RECIPIENT, amount: "1", fails: false };
    writeFileSync(path, `${JSON.stringify(payment)}\n`);
    expect(open().find(signature)).toMatchObject(payment);
  });

  test("survive without a last line that a kill cut off", () => {
    const { signature } = open().add(order);
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, whole.slice(0, 70));
    const archive = open();
    expect(archive.find(signature)).toBeDefined();
    const next = archive.add(order).signature;
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
    expect(open().find(next)).toBeDefined();
  });

  test("are refused with the number of a damaged line, instead of a guess", () => {
    open().add(order);
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, `${whole}${whole.replace('"12500000"', '"-5"')}${whole}`);
    expect(open).toThrow(`${path}:2: not a payment`);
  });

  test("do not include a payment that could not be stored", () => {
    const archive = open();
    rmSync(join(path, ".."), { recursive: true });
    expect(() => archive.add(order)).toThrow("ENOENT");
    mkdirSync(join(path, ".."));
    const { signature } = archive.add(order);
    expect(archive.find(signature)?.recipientHad).toBeNull();
  });

  test("include every acknowledged one after a SIGKILL", async () => {
    const source = new URL("./archive.ts", import.meta.url).href;
    const script = `
      import { PaymentArchive } from ${JSON.stringify(source)};
      const archive = new PaymentArchive({ path: ${JSON.stringify(path)}, clock: Date });
      const pay = () => {
        process.stdout.write(archive.add(${JSON.stringify(order)}).signature + "\\n");
        setImmediate(pay);
      };
      pay();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const acknowledged: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(line);
      if (acknowledged.length === 20) child.kill("SIGKILL");
    }
    expect(await exited).toEqual([null, "SIGKILL"]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    const archive = open();
    const signatures = acknowledged.filter(isSignature);
    expect(signatures.filter((one) => archive.find(one) === undefined)).toEqual([]);
  });
});

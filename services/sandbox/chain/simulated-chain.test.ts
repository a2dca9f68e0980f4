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
import { isSignature, USDC_MINT } from "#lib/protocol/solana/networks.ts";
import { SimulatedChain } from "./simulated-chain.ts";

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

const open = () => new SimulatedChain({ path, clock: { now: () => now } });
const order = { recipient: RECIPIENT, amount: "12.5" };

describe("a simulated payment", () => {
  const commitmentAfter = (chain: SimulatedChain, signature: string, ms: number) => {
    now = START + ms;
    return chain.find(signature)?.commitment;
  };

  test("is seen at once, confirmed with the next block, and finalized after two seconds", () => {
    const chain = open();
    const { signature, slot } = chain.pay(order);
    expect(isSignature(signature)).toBe(true);
    const steps = [0, 399, 400, 1_999, 2_000, 1e12];
    expect(steps.map((ms) => commitmentAfter(chain, signature, ms))).toEqual([
      "processed",
      "processed",
      "confirmed",
      "confirmed",
      "finalized",
      "finalized",
    ]);
    now = START;
    expect(slot).toBe(chain.slot("processed"));
    expect(chain.slot("finalized")).toBe(slot - 5);
  });

  test("is finalized at once on request", () => {
    const chain = open();
    const { signature } = chain.pay({ ...order, delaySeconds: 60 });
    expect(commitmentAfter(chain, signature, 59_999)).toBe("confirmed");
    expect(commitmentAfter(chain, signature, 60_000)).toBe("finalized");
    now = START;
    expect(chain.find(chain.pay({ ...order, delaySeconds: 0 }).signature)?.commitment).toBe(
      "finalized",
    );
  });

  test("of the past is finalized at once, in the block of its time", () => {
    const chain = open();
    const at = START - 3_600_000;
    const { signature, slot } = chain.pay({ ...order, at });
    expect(chain.find(signature)).toMatchObject({ commitment: "finalized", payment: { at } });
    expect(slot).toBe(chain.slot("processed") - 9_000);
  });

  test("has its own signature, whatever it pays", () => {
    const chain = open();
    const signatures = Array.from({ length: 50 }, () => chain.pay(order).signature);
    expect(new Set(signatures).size).toBe(50);
    expect(chain.find("1".repeat(64))).toBeUndefined();
  });

  test("adds to the recipient's balance of that mint; a failed one moves nothing", () => {
    const chain = open();
    const had = (signature: string) => chain.find(signature)?.payment.recipientHad;
    expect(had(chain.pay({ ...order, fails: true }).signature)).toBeNull();
    expect(had(chain.pay(order).signature)).toBeNull();
    expect(had(chain.pay({ ...order, fails: true }).signature)).toBe(12_500_000n);
    expect(had(chain.pay({ ...order, mint: OTHER_MINT }).signature)).toBeNull();
    expect(had(chain.pay({ ...order, recipient: OTHER }).signature)).toBeNull();
    expect(had(chain.pay(order).signature)).toBe(12_500_000n);
    const last = chain.find(chain.pay({ ...order, mint: USDC_MINT }).signature)?.payment;
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
    [{ at: START, delaySeconds: 1 }, "INVALID_FIELD"],
  ])("with %j is refused, and nothing of it is stored", (wrong, code) => {
    const chain = open();
    expect(() => chain.pay({ ...order, ...wrong })).toThrow(expect.objectContaining({ code }));
    expect(readFileSync(path, "utf8")).toBe("");
  });
});

describe("the stored payments of the chain", () => {
  test("are readable by their owner only", () => {
    open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("survive from one process to the next", () => {
    const chain = open();
    const signatures = [
      chain.pay(order).signature,
      chain.pay({ ...order, fails: true }).signature,
      chain.pay({ ...order, delaySeconds: 10 }).signature,
    ];
    const seen = signatures.map((one) => chain.find(one));
    const again = open();
    expect(signatures.map((one) => again.find(one))).toEqual(seen);
    const next = again.pay(order);
    expect(again.find(next.signature)?.payment.recipientHad).toBe(25_000_000n);
  });

  test("survive without a last line that a kill cut off", () => {
    const { signature } = open().pay(order);
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, whole.slice(0, 70));
    const chain = open();
    expect(chain.find(signature)).toBeDefined();
    const next = chain.pay(order).signature;
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
    expect(open().find(next)).toBeDefined();
  });

  test("are refused with the number of a damaged line, instead of a guess", () => {
    open().pay(order);
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, `${whole}${whole.replace('"12500000"', '"-5"')}${whole}`);
    expect(open).toThrow(`${path}:2: not a payment`);
  });

  test("do not include a payment that could not be stored", () => {
    const chain = open();
    rmSync(join(path, ".."), { recursive: true });
    expect(() => chain.pay(order)).toThrow("ENOENT");
    mkdirSync(join(path, ".."));
    const { signature } = chain.pay(order);
    expect(chain.find(signature)?.payment.recipientHad).toBeNull();
  });

  test("include every acknowledged one after a SIGKILL", async () => {
    const source = new URL("./simulated-chain.ts", import.meta.url).href;
    const script = `
      import { SimulatedChain } from ${JSON.stringify(source)};
      const chain = new SimulatedChain({ path: ${JSON.stringify(path)}, clock: Date });
      const pay = () => {
        process.stdout.write(chain.pay(${JSON.stringify(order)}).signature + "\\n");
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
    const chain = open();
    const signatures = acknowledged.filter(isSignature);
    expect(signatures.filter((one) => chain.find(one) === undefined)).toEqual([]);
  });
});

/**
 * docs/api/ccxt on the published package: each call of the recording sends the recorded requests, by which the same class in Python
 * is checked. RECORD=1 writes the requests anew.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROGRAMS } from "#e2e/outside/kit/outside.ts";

const FOLDER = fileURLToPath(new URL("../../../docs/api/ccxt/", import.meta.url));
const FILE = join(FOLDER, "recorded.json");
const HEADERS = [
  "Authorization",
  "Content-Type",
  "X-Account-Pubkey",
  "X-Signature",
  "X-Signature-Timestamp",
  "X-Signer-Pubkey",
];

type Sent = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | null;
};
type Call = { method: string; args: unknown[]; requests: Sent[]; error?: string };
type Recording = {
  url: string;
  now: number;
  credentials: object;
  answers: Record<string, { status?: number; refusal?: object }>;
  calls: Call[];
};
/** What this test uses of an exchange of ccxt. */
type Exchange = Record<string, unknown> & {
  has: Record<string, unknown>;
  options: Record<string, unknown>;
  loadMarkets: () => Promise<unknown>;
  handleErrors: (...given: unknown[]) => unknown;
};
type Constructor = new (options: object) => Exchange;

const recording = JSON.parse(readFileSync(FILE, "utf8")) as Recording;
const isRecording = process.env["RECORD"] === "1";
let folder: string;
let exchange: Exchange;
let sent: Sent[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ccxt-"));
  copyFileSync(join(FOLDER, "svc.mjs"), join(folder, "svc.mjs"));
  symlinkSync(fileURLToPath(PROGRAMS), join(folder, "node_modules"), "junction");
  const address = pathToFileURL(join(folder, "svc.mjs")).href;
  const { default: Svc } = (await import(/* @vite-ignore */ address)) as { default: Constructor };
  exchange = new Svc({ ...recording.credentials, urls: { api: recording.url } });
  exchange["milliseconds"] = () => recording.now;
  exchange["throttle"] = () => Promise.resolve();
  exchange["fetch"] = transport;
  await exchange.loadMarkets();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (isRecording) writeFileSync(FILE, `${JSON.stringify(recording, undefined, 1)}\n`);
});

/** In the place of the network. */
function transport(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body: string | null = null,
): unknown {
  const target = url.slice(recording.url.length);
  const kept = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  sent.push({ method, target, headers: Object.fromEntries(kept), body });
  const answer = recording.answers[`${method} ${target.split("?", 1).join()}`];
  if (answer === undefined) throw new Error(`the recording has no answer to ${method} ${target}`);
  const { status, refusal } = answer;
  if (refusal !== undefined) {
    exchange.handleErrors(status, "", url, method, {}, JSON.stringify(refusal), refusal);
  }
  return answer;
}

/** Absent arguments are null in the recording. */
const given = (args: unknown[]) => args.map((one) => (one === null ? undefined : one));

describe("a call sends what was recorded", () => {
  test.each(recording.calls.map((call, index) => [index, call.method, call] as const))(
    "%i: %s",
    async (_index, method, call) => {
      sent = [];
      exchange.options["lastTimestamp"] = 0;
      const run = exchange[method] as (...args: unknown[]) => Promise<unknown>;
      let error: string | undefined;
      try {
        await run.apply(exchange, given(call.args));
      } catch (thrown) {
        error = (thrown as Error).constructor.name;
      }
      if (isRecording) Object.assign(call, { requests: sent, error });
      expect({ requests: sent, error }).toEqual({ requests: call.requests, error: call.error });
    },
  );
});

test("a clock that was set right counts at once, whatever was signed by the wrong one", () => {
  const sign = exchange["sign"] as (...given: unknown[]) => { headers: Record<string, string> };
  const signedAt = (): number => {
    const request = sign.call(exchange, "v1/orders", "private", "DELETE", {});
    return Number(request.headers["X-Signature-Timestamp"]);
  };
  exchange.options["lastTimestamp"] = 0;
  exchange["milliseconds"] = () => recording.now + 60_000;
  expect(signedAt()).toBe(recording.now + 60_000);
  exchange["milliseconds"] = () => recording.now;
  expect([signedAt(), signedAt()]).toEqual([recording.now, recording.now + 1]);
});

test("every method that the class declares is in the recording", () => {
  const called = new Set(recording.calls.map(({ method }) => method));
  const declared = Object.entries(exchange.has).flatMap(([name, value]) =>
    value === true || value === "emulated" ? [name] : [],
  );
  const kinds = new Set(["publicAPI", "privateAPI", "swap"]);
  expect(declared.filter((name) => !called.has(name) && !kinds.has(name))).toEqual([]);
});

test("the class in Python sends the same", () => {
  const check = join(FOLDER, "check_recorded.py");
  const { status, stdout, stderr } = spawnSync("python3", ["-B", check], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d{2,} calls, 0 differences/)]);
});

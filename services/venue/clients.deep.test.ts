/**
 * The published clients work against the current venue. A proxy that loses the first answer of every write
 * doubles no order and hides no refusal: the examples end with exactly the orders that they meant to place.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { limit, startVenue, TestTrader, type TestVenue } from "./venue.testing.ts";

const CLIENTS = fileURLToPath(new URL("../../clients/", import.meta.url));
/** What an example places: two orders, a batch of three, and one of the delegated signer. */
const ORDERS_OF_EXAMPLE = 6;
/** Everything that an example signs except its first key, whose text is answered once and cannot be requested again. */
const REPEATABLE_WRITES = 14;

let venue: TestVenue;
let marks: NodeJS.Timeout;
let lastMark: Promise<void>;

/** The clients sign by the system's clock, so marks grow stale and the oracle must send new ones. */
beforeAll(async () => {
  venue = await startVenue({ clock: "system" });
  const oracle = async () => {
    await operator("/v1/operator/marks", { marks: { BTCUSDC: "64000", ETHUSDC: "3100" } });
    await venue.tick();
  };
  lastMark = oracle();
  await lastMark;
  marks = setInterval(() => {
    lastMark = lastMark.then(oracle);
  }, 1_000);
});

afterAll(async () => {
  clearInterval(marks);
  await lastMark;
  await venue.close();
});

async function operator(path: string, body: object) {
  const answer = await venue.operator(path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

type Line = { url: string; lost: () => number; close: () => Promise<void> };

/** Passes everything on, but cuts the connection instead of the first answer to each signed write. */
async function lossyLine(): Promise<Line> {
  const seen = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const signature = incoming.headers["x-signature"];
    const repeatable = typeof signature === "string" && incoming.url !== "/v1/keys";
    const lose = repeatable && !seen.has(signature);
    if (lose) seen.add(signature);
    passOn(incoming, outgoing, lose);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, lost: () => seen.size, close: () => closed(server) };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, lose: boolean) {
  const { method, headers } = incoming;
  const onward = request(`${venue.url}${incoming.url}`, { method, headers }, (answer) => {
    if (lose) {
      answer.resume().once("end", () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.once("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

async function closed(server: Server) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

type Run = { code: number | null; output: string };

function run(command: string, parameters: string[], environment: object): Promise<Run> {
  const child = spawn(command, parameters, { env: { ...process.env, ...environment } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Runs the example through the proxy, and returns what the venue holds of its account. */
async function runExample(name: string, line: string, command: [string, string[]]) {
  const trader = new TestTrader(venue.url, name);
  const deposit = { account: trader.address, amount: "10000", reference: name };
  await operator("/v1/operator/deposits", deposit);
  const seed = createHash("sha256").update(name).digest("hex");
  const result = await run(...command, { VENUE_URL: line, VENUE_SEED: seed });
  await trader.createKey(Date.now());
  const { body } = await trader.read("/v1/orders?status=ALL");
  const orders = body["results"] as OrderRecord[];
  return {
    ...result,
    statuses: orders.map(({ status }) => status),
    delegated: orders.filter(({ signer }) => signer !== trader.address).length,
  };
}

const COMPLETE = {
  code: 0,
  output: expect.stringContaining("key revoked: "),
  statuses: Array(ORDERS_OF_EXAMPLE).fill("CLOSED"),
  delegated: 1,
};

/** Skips, with a message, where there is no Python; CI_REQUIRE_PYTHON=1 turns that into a failure. */
function requirePython(context: TestContext) {
  if (spawnSync("python3", ["--version"]).status === 0) return;
  const reason = "python3 is missing";
  if (process.env["CI_REQUIRE_PYTHON"] === "1") throw new Error(reason);
  context.skip(reason);
}

const typescript: [string, string[]] = [process.execPath, [`${CLIENTS}typescript/example.ts`]];
/** -B: no compiled files beside the sources. */
const python: [string, string[]] = ["python3", ["-B", `${CLIENTS}python/example.py`]];

describe("the examples run", () => {
  test("in TypeScript", async () => {
    expect(await runExample("typescript", venue.url, typescript)).toEqual(COMPLETE);
  });

  test("in Python", async (context) => {
    requirePython(context);
    expect(await runExample("python", venue.url, python)).toEqual(COMPLETE);
  });
});

describe("the examples succeed when the first answer of every write is lost", () => {
  let line: Line;
  beforeAll(async () => {
    line = await lossyLine();
  });
  afterAll(() => line.close());

  test("in TypeScript", async () => {
    const before = line.lost();
    expect(await runExample("typescript, lossy", line.url, typescript)).toEqual(COMPLETE);
    expect(line.lost() - before).toBe(REPEATABLE_WRITES);
  });

  test("in Python", async (context) => {
    requirePython(context);
    const before = line.lost();
    expect(await runExample("python, lossy", line.url, python)).toEqual(COMPLETE);
    expect(line.lost() - before).toBe(REPEATABLE_WRITES);
  });
});

/** Gives what the example asks for, as the sandbox's faucet does. */
async function startFaucet() {
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (data: Buffer) => {
      body += data.toString();
    });
    incoming.on("end", () => {
      const { account, amount } = JSON.parse(body) as { account: string; amount: string };
      const deposit = { account, amount, reference: `faucet ${account}` };
      void operator("/v1/operator/deposits", deposit).then(() => outgoing.end("{}"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const EXAMPLES = [
  ["TypeScript", typescript],
  ["Python", python],
] as const;

describe.each(EXAMPLES)("the example in %s, run by a newcomer", (language, command) => {
  const requireIt = (context: TestContext) => {
    if (language === "Python") requirePython(context);
  };
  const nowhere = { SANDBOX_URL: "http://127.0.0.1:9" };

  test("makes a wallet of its own, which the faucet pays", async (context) => {
    requireIt(context);
    const { server, url } = await startFaucet();
    const result = await run(...command, { VENUE_URL: venue.url, SANDBOX_URL: url });
    await closed(server);
    expect(result).toEqual({ code: 0, output: expect.stringContaining("key revoked: ") });
    expect(result.output).toContain("free collateral 1000 USDC");
  });

  test("says in one line that an account has too little, and leaves no key behind", async (context) => {
    requireIt(context);
    const name = `poor ${language}`;
    const trader = new TestTrader(venue.url, name);
    const seed = createHash("sha256").update(name).digest("hex");
    const environment = { VENUE_URL: venue.url, VENUE_SEED: seed, ...nowhere };
    const { code, output } = await run(...command, environment);
    const [made, said, ...more] = output.trim().split("\n");
    expect([code, more]).toEqual([1, []]);
    expect(made).toMatch(/^key \S+ of account/);
    expect(said).toContain(`${trader.address} has less than 20 USDC`);
    await trader.createKey(Date.now());
    const { body } = await trader.read("/v1/keys");
    expect((body["results"] as object[]).length).toBe(1);
  });

  test("touches no account that has open orders", async (context) => {
    requireIt(context);
    const name = `busy ${language}`;
    const trader = new TestTrader(venue.url, name);
    await operator("/v1/operator/deposits", {
      account: trader.address,
      amount: "10000",
      reference: name,
    });
    await trader.createKey(Date.now());
    await trader.place(limit("BUY", "0.01", "60000"), Date.now());
    const seed = createHash("sha256").update(name).digest("hex");
    const environment = { VENUE_URL: venue.url, VENUE_SEED: seed };
    const { code, output } = await run(...command, environment);
    expect(code).toBe(1);
    expect(output).toContain("has open orders, which this example would cancel");
    const { body } = await trader.read("/v1/orders?status=OPEN");
    expect((body["results"] as object[]).length).toBe(1);
  });

  test("ends its orders and keys when the venue refuses something in between", async (context) => {
    requireIt(context);
    const name = `halted ${language}`;
    const trader = new TestTrader(venue.url, name);
    const deposit = { account: trader.address, amount: "10000", reference: name };
    await operator("/v1/operator/deposits", deposit);
    const seed = createHash("sha256").update(name).digest("hex");
    await operator("/v1/operator/markets/BTCUSDC/status", { status: "PostOnly" });
    const { code, output } = await run(...command, { VENUE_URL: venue.url, VENUE_SEED: seed });
    await operator("/v1/operator/markets/BTCUSDC/status", { status: "Normal" });
    expect(output).toContain("placed ");
    expect([code, output.trim().split("\n").at(-1)]).toEqual([
      1,
      expect.stringContaining("POST_ONLY"),
    ]);
    await trader.createKey(Date.now());
    const open = await trader.read("/v1/orders?status=OPEN");
    const keys = await trader.read("/v1/keys");
    const left = [open, keys].map(({ body }) => (body["results"] as object[]).length);
    expect(left).toEqual([0, 1]);
  });

  test.for([
    [{ VENUE_SEED: "12" }, "VENUE_SEED must be 64 hex characters"],
    [{ VENUE_URL: "http://127.0.0.1:9" }, "http://127.0.0.1:9 does not answer as a venue"],
  ] as const)("says in one line what is wrong with %j", async ([environment, reason], context) => {
    requireIt(context);
    const result = await run(...command, { VENUE_URL: venue.url, ...environment });
    expect(result).toEqual({ code: 1, output: expect.stringContaining(reason) });
    expect(result.output.trim().split("\n")).toHaveLength(1);
  });
});

type Refused = [code: string, symbol: string, price: string];
/** Orders that the venue refuses: one is too large for its account, the market of the other has no trading. */
const REFUSED: Refused[] = [
  ["INSUFFICIENT_MARGIN", "BTCUSDC", "60000"],
  ["MARKET_HALTED", "SOLUSDC", "100"],
];

/** Prints the code of the refusal, or the client's other result. */
const TYPESCRIPT_REFUSED = `
const { CLIENTS, VENUE_URL, VENUE_SEED, SYMBOL, PRICE } = process.env;
const { Signer, VenueClient, VenueRefusal } = await import(CLIENTS + "typescript/src/venue-client.ts");
const signer = new Signer(Buffer.from(VENUE_SEED, "hex"));
const client = new VenueClient({ url: VENUE_URL, signer });
await client.syncClock();
await client.createKey("refused");
const order = { market: SYMBOL, side: "BUY", size: "1", price: PRICE, order_type: "LIMIT", time_in_force: "GTC" };
try {
  console.log("answered", await client.placeOrder(order));
} catch (error) {
  console.log(error instanceof VenueRefusal ? "refused" : "failed", error.code, error.final);
}
`;

const PYTHON_REFUSED = `
import os, sys
sys.path.insert(0, os.environ["CLIENTS"] + "python")
from svc_client.venue_client import Signer, VenueClient, VenueRefusal
client = VenueClient(os.environ["VENUE_URL"], Signer(bytes.fromhex(os.environ["VENUE_SEED"])))
client.sync_clock()
client.create_key("refused")
order = dict(side="BUY", size="1", order_type="LIMIT", time_in_force="GTC")
try:
    print("answered", client.place_order(dict(order, market=os.environ["SYMBOL"], price=os.environ["PRICE"])))
except VenueRefusal as refusal:
    print("refused", refusal.code, str(refusal.final).lower())
`;

describe("a refusal whose answer was lost is still a refusal, not an order", () => {
  let line: Line;
  beforeAll(async () => {
    line = await lossyLine();
    await operator("/v1/operator/markets/SOLUSDC/status", { status: "Halted" });
  });
  afterAll(async () => {
    await operator("/v1/operator/markets/SOLUSDC/status", { status: "Normal" });
    await line.close();
  });

  const placed = async (command: [string, string[]], [code, symbol, price]: Refused) => {
    const name = `${command[0]} ${code}`;
    const deposit = { amount: "10", reference: name };
    const { address: account } = new TestTrader(venue.url, name);
    await operator("/v1/operator/deposits", { ...deposit, account });
    const seed = createHash("sha256").update(name).digest("hex");
    const order = { SYMBOL: symbol, PRICE: price };
    const before = line.lost();
    const result = await run(...command, {
      ...order,
      VENUE_URL: line.url,
      VENUE_SEED: seed,
      CLIENTS,
    });
    return { ...result, lost: line.lost() - before };
  };
  const refusal = (code: string) => ({ code: 0, output: `refused ${code} true\n`, lost: 1 });

  test.each(REFUSED)("in TypeScript: %s", async (...order) => {
    const script = ["--input-type=module", "--eval", TYPESCRIPT_REFUSED];
    expect(await placed([process.execPath, script], order)).toEqual(refusal(order[0]));
  });

  test.for(REFUSED)("in Python: %s", async (order, context) => {
    requirePython(context);
    expect(await placed(["python3", ["-B", "-c", PYTHON_REFUSED]], order)).toEqual(
      refusal(order[0]),
    );
  });
});

/** Prints the withdrawal, or the code of its refusal when the signer is not the owner. */
const TYPESCRIPT_WITHDRAW = `
const { CLIENTS, VENUE_URL, VENUE_SEED } = process.env;
const { SCOPE, Signer, VenueClient } = await import(CLIENTS + "typescript/src/venue-client.ts");
const client = new VenueClient({ url: VENUE_URL, signer: new Signer(Buffer.from(VENUE_SEED, "hex")) });
await client.syncClock();
await client.createKey("withdrawing");
const { transfer } = await client.withdraw({ amount: "12.5" });
const bot = new Signer();
await client.registerSigner(bot, { label: "bot", scopes: SCOPE.TRADE | SCOPE.CANCEL, expires_at: Date.now() + 60_000 });
const refused = await client.signedBy(bot).withdraw({ amount: "12.5" }).catch((error) => error.code);
console.log(transfer.kind, transfer.status, transfer.amount, refused);
`;

const PYTHON_WITHDRAW = `
import os, sys, time
sys.path.insert(0, os.environ["CLIENTS"] + "python")
from svc_client.venue_client import SCOPE_CANCEL, SCOPE_TRADE, Signer, VenueClient, VenueRefusal
client = VenueClient(os.environ["VENUE_URL"], Signer(bytes.fromhex(os.environ["VENUE_SEED"])))
client.sync_clock()
client.create_key("withdrawing")
transfer = client.withdraw("12.5")["transfer"]
bot = Signer()
client.register_signer(bot, "bot", SCOPE_TRADE | SCOPE_CANCEL, int(time.time() * 1000) + 60_000)
try:
    client.signed_by(bot).withdraw("12.5")
except VenueRefusal as refusal:
    print(transfer["kind"], transfer["status"], transfer["amount"], refusal.code)
`;

describe("a withdrawal whose answer was lost is reserved once", () => {
  let line: Line;
  beforeAll(async () => {
    line = await lossyLine();
  });
  afterAll(() => line.close());

  const withdrawn = async (name: string, command: [string, string[]]) => {
    const trader = new TestTrader(venue.url, name);
    const deposit = { account: trader.address, amount: "100", reference: name };
    await operator("/v1/operator/deposits", deposit);
    const seed = createHash("sha256").update(name).digest("hex");
    const settings = { VENUE_URL: line.url, VENUE_SEED: seed, CLIENTS };
    const result = await run(...command, settings);
    await trader.createKey(Date.now());
    const { results } = (await trader.read("/v1/accounts")).body as {
      results: { balance: string }[];
    };
    return { ...result, balance: results[0]?.balance };
  };
  const once = {
    code: 0,
    output: "WITHDRAWAL RESERVED 12.5 SIGNER_NOT_AUTHORIZED\n",
    balance: "87.5",
  };

  test("in TypeScript", async () => {
    const script = ["--input-type=module", "--eval", TYPESCRIPT_WITHDRAW];
    expect(await withdrawn("withdraws by typescript", [process.execPath, script])).toEqual(once);
  });

  test("in Python", async (context) => {
    requirePython(context);
    const script = ["-B", "-c", PYTHON_WITHDRAW];
    expect(await withdrawn("withdraws by python", ["python3", script])).toEqual(once);
  });
});

test("the Python client reproduces every published vector", async (context) => {
  requirePython(context);
  const { code, output } = await run("python3", ["-B", `${CLIENTS}python/check_vectors.py`], {});
  expect(output).toMatch(/^[1-9]\d* vectors, 0 differences$/m);
  expect(code).toBe(0);
});

test("the Python client signs the same without a package", async (context) => {
  requirePython(context);
  const script = `import runpy, sys
sys.modules["nacl"] = sys.modules["cryptography"] = None
sys.path.insert(0, ${JSON.stringify(`${CLIENTS}python`)})
runpy.run_path(${JSON.stringify(`${CLIENTS}python/check_vectors.py`)}, run_name="__main__")`;
  const { code, output } = await run("python3", ["-B", "-c", script], {});
  expect(output).toMatch(/^[1-9]\d* vectors, 0 differences$/m);
  expect(code).toBe(0);
});

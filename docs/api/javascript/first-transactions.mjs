/**
 * Deposits USDC into the vault, or swaps USDC for SOL, with the demo wallet of demo-wallet.mjs, which stands beside this file. Needs Node 20 or
 * later, and no package. SVC_SESSION_TOKEN and the wallet come from demo-wallet.mjs:
 *
 *     node first-transactions.mjs http://localhost:3000 deposit 25
 *     node first-transactions.mjs http://localhost:3000 swap 100
 *
 * README.md ("Deposits") and swaps.md describe what it builds. A wallet without SOL first asks for simulated tokens. Amounts are whole USDC.
 */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { answerOf, base58, demoWallet, json, keyBytes } from "./demo-wallet.mjs";

const SYSTEM = "11111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const BUDGET = "ComputeBudget111111111111111111111111111111";
const WRAPPED_SOL = "So11111111111111111111111111111111111111112";
/** What keeps a token account of 165 bytes; it comes back when the account is closed. */
const RENT_LAMPORTS = 2_039_280n;
const SLIPPAGE_BPS = 50n;

const u32 = (value = 0) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value = 0n) => Buffer.from(BigUint64Array.of(value).buffer);
const divideUp = (value = 0n, by = 1n) => (value + by - 1n) / by;

// --- instructions: the program, its accounts as [address, "w" if written], and its data ------------------------------

const computeLimit = (units = 0) => [BUDGET, [], Buffer.concat([Buffer.of(2), u32(units)])];
const memo = (text = "") => [MEMO, [], Buffer.from(text)];

/** TransferChecked; `more` are further accounts that it names. */
function transfer({ source, mint, destination, owner, units, decimals }, more = []) {
  const accounts = [[source, "w"], [mint], [destination, "w"], [owner], ...more];
  return [TOKEN, accounts, Buffer.concat([Buffer.of(12), u64(units), Buffer.of(decimals)])];
}

/** The bytes that the wallet signs: a message of version 0 without lookup tables. */
function compile(payer = "", instructions = [], blockhash = "") {
  const used = instructions.flatMap(([program, accounts]) => [...accounts, [program]]);
  const written = new Set([payer, ...used.filter(([, mode]) => mode === "w").map(([key]) => key)]);
  const read = new Set(used.map(([key]) => key).filter((key) => !written.has(key)));
  const keys = [...written, ...read];
  const compiled = instructions.map(([program, accounts, data]) => {
    const places = accounts.map(([key]) => keys.indexOf(key));
    return Buffer.from([keys.indexOf(program), ...list(places), ...list(data)]);
  });
  const head = Buffer.of(0x80, 1, 0, read.size, keys.length);
  const body = [...keys.map(keyBytes), keyBytes(blockhash), Buffer.of(compiled.length)];
  return Buffer.concat([head, ...body, ...compiled, Buffer.of(0)]);
}

/** Its length, in groups of seven bits, and then the bytes. */
function list(bytes = []) {
  const { length } = bytes;
  return length < 128 ? [length, ...bytes] : [(length & 127) | 128, length >> 7, ...bytes];
}

const signed = (message, wallet) =>
  Buffer.concat([Buffer.of(1), wallet.sign(message), message]).toString("base64");

// --- the service ----------------------------------------------------------------------------------------------------

/** Calls the app with the session of the demo wallet. */
class App {
  constructor(baseUrl = "") {
    this.baseUrl = baseUrl;
    this.session = { authorization: `Bearer ${process.env.SVC_SESSION_TOKEN}` };
  }

  read(path = "") {
    return answerOf(this.baseUrl + path, { headers: this.session });
  }

  send(path = "", body = {}) {
    return answerOf(this.baseUrl + path, json(body, this.session));
  }

  /** A read of the chain by JSON-RPC. */
  async chain(method = "", ...params) {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const { result, error } = await this.send("/api/chain/rpc", call);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async blockhash() {
    return (await this.chain("getLatestBlockhash", { commitment: "confirmed" })).value.blockhash;
  }

  /** Simulated SOL and USDC for a wallet that has no SOL. */
  async welcome(address = "") {
    const { value } = await this.chain("getBalance", address, { commitment: "confirmed" });
    if (value === 0) console.log("received", await this.send("/api/chain/newcomer"));
  }

  /** Asks each second for a minute, until `done` finds something. */
  async until(path = "", done = (answer) => answer) {
    for (let second = 0; second < 60; second += 1) {
      const found = done(await this.read(path));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    throw new Error(`${path} shows no end after a minute`);
  }
}

async function deposit(app, wallet, amount) {
  const { vault } = await app.read("/api/chain/vault");
  if (vault === null) throw new Error("this service takes no deposits");
  const { token_accounts: own } = await app.read("/api/v1/swaps/fee");
  const parts = { source: own.USDC, mint: vault.mint, destination: vault.address };
  const instructions = [
    computeLimit(100_000),
    transfer({ ...parts, owner: wallet.address, units: amount * 1_000_000n, decimals: 6 }),
    memo(`svc:deposit:${wallet.address}`),
  ];
  const message = compile(wallet.address, instructions, await app.blockhash());
  const transaction = signed(message, wallet);
  const { signature } = await app.send("/api/chain/transactions", { transaction });
  console.log(`sent ${signature}`);
  const credited = await app.until("/api/venue/transfers", ({ results }) =>
    results.find(({ tx_hash }) => tx_hash === signature),
  );
  console.log(`credited ${credited.amount} ${credited.asset}: ${credited.status}`);
}

/** The pool of SOL and USDC, with what its two vaults hold, and what it gives for `units` of USDC. */
async function quote(app, { pools }, units) {
  const pool = pools.find(({ venue }) => venue === "pool:SOL-USDC");
  if (pool === undefined) throw new Error("there is no pool of SOL and USDC");
  const keys = [pool.address, pool.vault_a, pool.vault_b];
  const dataSlice = { offset: 0, length: 165 };
  const options = { encoding: "base64", commitment: "confirmed", dataSlice };
  const { value } = await app.chain("getMultipleAccounts", keys, options);
  const [data, a, b] = value.map((account) => Buffer.from(account.data[0], "base64"));
  const [reserveOut, reserveIn] = [a.readBigUInt64LE(64), b.readBigUInt64LE(64)];
  const net = units - divideUp(units * data.readBigUInt64LE(8), 1_000_000n);
  const out = (reserveOut * net) / (reserveIn + net);
  const impactBps = Number(divideUp(net * 10_000n, reserveIn + net));
  const usdc = base58(data.subarray(48, 80));
  return { pool, program: value[0].owner, usdc, out, impactBps };
}

/** What the person agrees to; its digest is in the memo. */
function planOf({ pool, out, impactBps }, units) {
  const least = divideUp(out * (10_000n - SLIPPAGE_BPS), 10_000n);
  return {
    in: { asset: "USDC", amount: Number(units) / 1e6, units: String(units) },
    out: { asset: "SOL", amount_min: Number(least) / 1e9, units_min: String(least) },
    route: [{ venue: pool.venue, impact_bps: impactBps }],
    slippage_bps: Number(SLIPPAGE_BPS),
    priority_fee_lamports: 0,
    expires_at: new Date((Math.floor(Date.now() / 1_000) + 25) * 1_000).toISOString(),
  };
}

function memoOf(plan) {
  const { asset, amount, units } = plan.in;
  const route = plan.route.map(({ venue, impact_bps }) => [venue, impact_bps]);
  const { asset: to, amount_min, units_min } = plan.out;
  const terms = [plan.slippage_bps, plan.priority_fee_lamports, plan.expires_at];
  const fields = ["svc:swap:1", asset, amount, units, to, amount_min, units_min, route, ...terms];
  const digest = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
  return memo(`svc:swap:1:${digest}:${Date.parse(plan.expires_at) / 1_000}`);
}

/** An account of wrapped SOL whose address follows from a seed: opened, and closed to the wallet at the end. */
function wrappedSol(wallet, seed = "") {
  const name = Buffer.from(seed);
  const parts = Buffer.concat([wallet.bytes, name, keyBytes(TOKEN)]);
  const account = base58(createHash("sha256").update(parts).digest());
  const ofSeed = [wallet.bytes, u64(BigInt(name.length)), name];
  const create = Buffer.concat([u32(3), ...ofSeed, u64(RENT_LAMPORTS), u64(165n), keyBytes(TOKEN)]);
  const self = wallet.address;
  return {
    account,
    open: [
      [SYSTEM, [[self, "w"], [account, "w"], [self]], create],
      [TOKEN, [[account, "w"], [WRAPPED_SOL]], Buffer.concat([Buffer.of(18), wallet.bytes])],
    ],
    close: [TOKEN, [[account, "w"], [self, "w"], [self]], Buffer.of(9)],
  };
}

function swapInstructions({ wallet, terms, own, fee, quoted, plan }) {
  const { pool, program, usdc } = quoted;
  const output = wrappedSol(wallet, `swap${Date.now()}`);
  const payment = { source: own.USDC, mint: usdc, destination: terms.fee_accounts[usdc] };
  const hop = [[wallet.address], [pool.address], [own.USDC, "w"], [pool.vault_b, "w"]];
  const amounts = Buffer.concat([u64(BigInt(plan.in.units)), u64(BigInt(plan.out.units_min))]);
  return [
    computeLimit(300_000),
    ...output.open,
    transfer({ ...payment, owner: wallet.address, units: fee, decimals: 6 }, [[terms.reference]]),
    [program, [...hop, [pool.vault_a, "w"], [output.account, "w"], [TOKEN]], amounts],
    output.close,
    memoOf(plan),
  ];
}

async function swap(app, wallet, amount) {
  const { swaps: terms } = await app.read("/api/v1/swaps/terms");
  if (terms === null) throw new Error("this service makes no swaps");
  const { fee_ppm, is_referred, token_accounts: own } = await app.read("/api/v1/swaps/fee");
  const units = amount * 1_000_000n;
  const whole = (units * BigInt(fee_ppm)) / 1_000_000n;
  const fee = is_referred ? (whole * 9n) / 10n : whole;
  const quoted = await quote(app, terms, units);
  const plan = planOf(quoted, units);
  console.log(`plan: ${JSON.stringify(plan)}`);
  const instructions = swapInstructions({ wallet, terms, own, fee, quoted, plan });
  const message = compile(wallet.address, instructions, await app.blockhash());
  const transaction = signed(message, wallet);
  const { signature } = await app.send("/api/v1/swaps/execute", { plan, transaction });
  console.log(`sent ${signature}`);
  const ends = ["finalized", "failed", "expired"];
  const ended = await app.until(`/api/v1/swaps/${signature}`, (answer) =>
    ends.includes(answer.status) ? answer : undefined,
  );
  console.log(`${ended.status}: ${JSON.stringify(ended)}`);
  if (ended.status !== "finalized") throw new Error("the swap was not made");
}

async function main(baseUrl = "http://localhost:3000", what = "swap", amount = "25") {
  const run = { deposit, swap }[what];
  if (run === undefined || !/^\d+$/.test(amount))
    throw new Error("deposit or swap, and whole USDC");
  const { wallet } = demoWallet();
  const app = new App(baseUrl);
  await app.welcome(wallet.address);
  await run(app, wallet, BigInt(amount));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(...process.argv.slice(2)).catch((error) => {
    console.error(error.message, error.cause?.code ?? "");
    process.exitCode = 1;
  });
}

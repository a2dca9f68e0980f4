/**
 * Makes a wallet for a first look, signs it in, and makes one credential of each kind. Needs Node 20 or later, and no package:
 *
 *     eval "$(node demo-wallet.mjs http://localhost:3000)"
 *
 * It prints `export NAME=value` lines for a shell. The seed of the wallet and the credentials are kept in demo-wallet.json in the current
 * folder; a second run signs the same wallet in and only renews the session's token. Keep nothing of value in this wallet: anybody who
 * reads the file can move what it holds.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const FILE = "demo-wallet.json";
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @param {Uint8Array} bytes */
export function base58(bytes) {
  let text = "";
  for (let n = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`); n > 0n; n /= 58n)
    text = BASE58[Number(n % 58n)] + text;
  for (let at = 0; bytes[at] === 0; at += 1) text = `1${text}`;
  return text;
}

/** The 32 bytes of an address. */
export function keyBytes(address = "") {
  let n = 0n;
  for (const letter of address) n = n * 58n + BigInt(BASE58.indexOf(letter));
  return Buffer.from(n.toString(16).padStart(64, "0"), "hex");
}

export class Wallet {
  #key;

  /** @param {Uint8Array} seed 32 bytes */
  constructor(seed) {
    const key = Buffer.concat([PKCS8_PREFIX, seed]);
    this.#key = createPrivateKey({ key, format: "der", type: "pkcs8" });
    this.bytes = createPublicKey(this.#key).export({ format: "der", type: "spki" }).subarray(-32);
    this.address = base58(this.bytes);
  }

  /** The Ed25519 signature of bytes, or of a text. @param {Uint8Array | string} message */
  sign(message) {
    return sign(null, Buffer.from(message), this.#key);
  }
}

/** The wallet of the current folder, which the first call makes, and its credentials by address of the service. */
export function demoWallet() {
  if (!existsSync(FILE)) keep({ seed: randomBytes(32).toString("hex"), credentials: {} });
  const { seed, credentials = {} } = JSON.parse(readFileSync(FILE, "utf8"));
  return { seed, credentials, wallet: new Wallet(Buffer.from(seed, "hex")) };
}

/** For its owner's eyes only, also where the file was there before. */
function keep(file = {}) {
  writeFileSync(FILE, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  chmodSync(FILE, 0o600);
}

/** Reads JSON. @throws Error with the refusal @param {string} url @param {RequestInit} init */
export async function answerOf(url, init = {}) {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} of ${url}: ${text.slice(0, 400)}`);
  return text === "" ? {} : JSON.parse(text);
}

/** A POST of JSON, for `answerOf`. */
export function json(body = {}, headers = {}) {
  const all = { "content-type": "application/json", ...headers };
  return { method: "POST", headers: all, body: JSON.stringify(body) };
}

/** Signs the wallet in and keeps the session's cookie. @returns a function that calls a path with it */
async function signIn(baseUrl = "", wallet = demoWallet().wallet) {
  const cookies = new Map();
  const call = async (path = "", init = {}) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { ...init.headers, cookie, origin: baseUrl };
    const answer = await fetch(baseUrl + path, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${answer.status} of ${path}: ${text.slice(0, 400)}`);
    return text.startsWith("{") ? JSON.parse(text) : {};
  };
  const { address } = wallet;
  const { message } = await call("/api/auth/wallet/challenge", json({ address }));
  const { csrfToken } = await call("/api/auth/csrf");
  const signature = base58(wallet.sign(message));
  const body = new URLSearchParams({ csrfToken, address, message, signature, json: "true" });
  await call("/api/auth/callback/wallet", { method: "POST", body });
  return call;
}

/** A signed `create_api_key`: label, no pinned signer, no end. Returns what the venue takes. */
function keyRequest(wallet = demoWallet().wallet, label = "") {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(label.length);
  const end = Buffer.alloc(8);
  const timestamp = Date.now();
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(timestamp));
  const payload = Buffer.concat([length, Buffer.from(label), Buffer.from([0]), end, time]);
  const name = Buffer.from("svc-trading:create_api_key");
  const digest = createHash("sha256")
    .update(name)
    .update(wallet.bytes)
    .update(payload)
    .digest("hex");
  return json(
    { label, signer: null, expires_at: 0 },
    {
      "x-signature": wallet.sign(digest).toString("hex"),
      "x-signature-timestamp": String(timestamp),
      "x-signer-pubkey": wallet.address,
      "x-account-pubkey": wallet.address,
    },
  );
}

/** Whether the service still takes credentials that were kept: an account may be gone, or a key expired. */
async function works(baseUrl = "", { SVC_MCP_KEY: key = "" } = {}) {
  if (key === "") return false;
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/api/v1/mcp/keys/validate`, { headers })).ok;
}

/** One credential of each kind. @param {Awaited<ReturnType<typeof signIn>>} call @param {Wallet} wallet @param {string} venueUrl */
async function makeCredentials(call, wallet, venueUrl) {
  // The app keeps a venue key too, and reads the account with it when an assistant or a bot proposes an order.
  await call("/api/venue/key", keyRequest(wallet, "app"));
  const venue = await answerOf(`${venueUrl}/v1/keys`, keyRequest(wallet, "demo program"));
  const rights = { canStageOrders: true, canManageWebhooks: true, canReadPartner: true };
  const mcp = await call("/api/v1/mcp/keys", json({ name: "Demo program", ...rights }));
  const bot = await call("/api/v1/bot/keys", json({ allowlist: ["127.0.0.1", "::1"] }));
  return {
    SVC_MCP_KEY: mcp.secret,
    BOT_KEY_ID: bot.id,
    BOT_KEY_SECRET: bot.secret,
    SVC_VENUE_KEY: venue.key,
  };
}

/** Prints the variables. What people should know goes to stderr, which `eval` leaves alone. */
async function main(baseUrl = "http://localhost:3000", venueUrl = "http://127.0.0.1:4000") {
  const { seed, wallet, credentials } = demoWallet();
  const call = await signIn(baseUrl, wallet);
  if (!(await works(baseUrl, credentials[baseUrl]))) {
    credentials[baseUrl] = await makeCredentials(call, wallet, venueUrl);
    keep({ seed, credentials });
  }
  const { token } = await call("/api/auth/token");
  const variables = {
    SVC_ACCOUNT: wallet.address,
    SVC_SESSION_TOKEN: token,
    ...credentials[baseUrl],
    VENUE_SEED: seed,
  };
  // The shell runs what is printed, and most of it came over the network.
  const isPlain = ([name, value]) =>
    /^[A-Z_]+$/.test(name) && typeof value === "string" && /^[\w.-]+$/.test(value);
  if (!Object.entries(variables).every(isPlain)) throw new Error("no credentials");
  console.log(
    Object.entries(variables)
      .map(([name, value]) => `export ${name}=${value}`)
      .join("\n"),
  );
  console.error(`Signed in as ${wallet.address}; SVC_SESSION_TOKEN lasts ten minutes.`);
  console.error(`Be this wallet in a browser: ${baseUrl}/trade/BTCUSDC#demo=${seed}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(process.argv[2], process.argv[3]).catch((error) => {
    console.error(error.message, error.cause?.code ?? "");
    process.exitCode = 1;
  });
}

#!/usr/bin/env node
// Checks a proof of reserves without the service that made it: node verify-reserves.mjs FILE.json --rpc ADDRESS [--account PUBKEY] [--vault PUBKEY] [--key PUBKEY]
// Node.js 18 or later, nothing else. What it proves, and what only the file says: docs/api/reserves.md, "Checking a proof".
import { createHash, createPublicKey, verify as isSigned } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SUMS = ["fees", "insurance", "reserved", "funding"];
/** The venue counts 9 decimals of USDC, the chain 6. */
const DECIMALS = 9, TOKEN = 1_000n, TIMEOUT_MS = 20_000, MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** What the file or the chain says is false. Any other error means that nothing was found out. */
class Falsehood extends Error {}
const check = (isRight, reason) => { if (!isRight) throw new Falsehood(reason); };
const hash = (...lines) => createHash("sha256").update(lines.join("\n")).digest("hex");

/** An amount, in its shortest text and no other, as whole units of 1e-9 USDC; and the way back. */
function units(amount, isSigned = false) {
  const [, sign, whole, fraction = ""] = /^(-?)(0|[1-9]\d{0,20})(?:\.(\d{0,8}[1-9]))?$/.exec(amount) ?? [];
  check(whole !== undefined && (sign === "" || (isSigned && amount !== "-0")), `"${amount}" is no amount`);
  return BigInt(sign + whole + fraction.padEnd(DECIMALS, "0"));
}
function usdc(value) {
  const digits = String(value).replace("-", "").padStart(DECIMALS + 1, "0");
  return (value < 0n ? "-" : "") + `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, "");
}

/** A node is a hash with the sum of the leaves below it. A debt counts as zero. */
function leafNode(name, salt, { balance, positions }) {
  const value = units(balance, true) + units(positions, true);
  return { hash: hash("svc-reserves-leaf", salt, name, balance, positions), sum: value > 0n ? value : 0n };
}
function parentNode(left, right) {
  return { hash: hash("svc-reserves-node", left.hash, usdc(left.sum), right.hash, usdc(right.sum)), sum: left.sum + right.sum };
}
const node = ({ hash: text, sum }) => { check(/^[0-9a-f]{64}$/.test(text), `"${text}" is no hash`); return { hash: text, sum: units(sum) }; };
const same = (one, other) => one.hash === other.hash && one.sum === other.sum;
const publicKey = (base58) => createPublicKey({ key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes(base58)]), format: "der", type: "spki" });
function bytes(base58) {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const number = Array.from(String(base58)).reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  check(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(base58) && number < 2n ** 256n, `"${base58}" is no key`);
  return Buffer.from(number.toString(16).padStart(64, "0"), "hex");
}

/** The tree and the signature, from the file alone. Answers the root that the chain must state. Throws an Error that says what is wrong. */
export function checkFile({ proof, anchor, account, leaf }, expected = {}) {
  if (account !== undefined) {
    const wanted = expected.account ?? account;
    check(wanted === account, `the file is of the account ${account}, not of ${wanted}`);
    check(leaf, `this proof leaves out the account ${account}: what it is owed is in no sum`);
    let way = leafNode(account, leaf.salt, leaf);
    for (const { side, ...beside } of leaf.path) way = side === "left" ? parentNode(node(beside), way) : parentNode(way, node(beside));
    check(same(way, node(proof.accounts)), "the leaf does not lead to the root of the accounts: leaf, path or root is false");
  } else check(expected.account === undefined, "the file has no leaf: save the one of your account");
  check(proof.sums.map(({ name }) => name).join() === SUMS.join(), `the venue's own sums are not ${SUMS.join(", ")}`);
  const root = proof.sums.reduce((left, sum) => parentNode(left, leafNode(sum.name, "", sum)), node(proof.accounts));
  check(same(root, node(proof.root)), "accounts and sums do not lead to the root that the venue signed");
  const lines = ["svc-reserves-1", `height ${proof.height}`, `time ${proof.time}`, `accounts ${proof.account_count}`, `root ${root.hash}`, `sum ${usdc(root.sum)}`];
  const isOfVenue = isSigned(null, Buffer.from(lines.join("\n")), publicKey(proof.public_key), Buffer.from(proof.signature, "hex"));
  check(isOfVenue, "the venue's signature does not fit height, time, accounts, root and sum");
  check((expected.key ?? proof.public_key) === proof.public_key, `the proof is signed by ${proof.public_key}, not by ${expected.key}`);
  check((expected.vault ?? anchor.vault_address) === anchor.vault_address, `the proof is of the vault ${anchor.vault_address}, not of ${expected.vault}`);
  const top = parentNode(root, leafNode("uncredited", "", { balance: anchor.uncredited, positions: "0" }));
  check(same(top, node(anchor.root)), "the venue's root and the uncredited deposits do not lead to the anchored root");
  return top;
}

/** The anchor, from a node of the network. `ask(method, params)` answers what the node does. */
export async function checkChain({ proof, anchor }, top, ask) {
  const config = { commitment: "finalized", encoding: "jsonParsed", maxSupportedTransactionVersion: 0 };
  const found = await ask("getTransaction", [anchor.tx_hash, config]);
  check(found, `the node does not know the transaction ${anchor.tx_hash} as final`);
  const { meta, transaction, slot } = found, keys = transaction.message.accountKeys.map((key) => key.pubkey ?? key);
  check(meta.err === null && transaction.signatures[0] === anchor.tx_hash, "the transaction of the anchor failed, or is another one");
  check(keys[0] === anchor.payer, `the anchor was paid for by ${keys[0]}, not by ${anchor.payer}`);
  const memos = transaction.message.instructions.filter(({ programId }) => programId === MEMO).map(({ parsed }) => parsed);
  const memo = `svc:reserves:${proof.height}:${usdc(top.sum)}:${top.hash}`;
  check(memos.length === 1 && memos[0] === memo, `the chain states another root: "${memos.join('", "')}" instead of "${memo}"`);
  const vault = keys.indexOf(anchor.vault_address);
  const held = meta.postTokenBalances.find(({ accountIndex, mint }) => accountIndex === vault && mint === anchor.mint);
  check(held, `the transaction does not show what the vault ${anchor.vault_address} held`);
  const tokens = BigInt(held.uiTokenAmount.amount) * TOKEN;
  check(tokens >= top.sum, `the vault held ${usdc(tokens)} USDC at slot ${slot}, and ${usdc(top.sum)} were owed: ${usdc(top.sum - tokens)} are missing`);
  return { slot, held: tokens, owner: held.owner, others: await findOthers({ proof, anchor }, memo, ask) };
}

/** Roots of the same proof that the same payer has anchored beside it: others may have been shown those. Undefined when the node lists none. */
async function findOthers({ proof, anchor }, memo, ask) {
  const rows = await ask("getSignaturesForAddress", [anchor.vault_address, { commitment: "finalized", limit: 1_000 }]).catch(() => undefined);
  if (rows === undefined) return undefined;
  const others = rows.filter((row) => row.err === null && row.memo?.includes(`svc:reserves:${proof.height}:`) && !row.memo.includes(memo));
  for (const { signature } of others) {
    const found = await ask("getTransaction", [signature, { commitment: "finalized", encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }]);
    const payer = found?.transaction.message.accountKeys[0];
    check((payer?.pubkey ?? payer) !== anchor.payer, `the same payer anchored another root of this proof: ${signature}`);
  }
  return others.length;
}

export function askNode(address) {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { result, error } = await response.json();
    if (error !== undefined || !response.ok) throw new Error(`the node refuses ${method}: ${error?.message ?? response.status}`);
    return result;
  };
}

const say = (line) => process.stdout.write(`${line}\n`);

async function main([path, ...rest]) {
  const options = Object.fromEntries(Array.from({ length: rest.length / 2 }, (_, index) => [rest[2 * index].replace("--", ""), rest[2 * index + 1]]));
  if (path === undefined || options.rpc === undefined || rest.length % 2 === 1) throw new Error("node verify-reserves.mjs FILE.json --rpc ADDRESS [--account PUBKEY] [--vault PUBKEY] [--key PUBKEY]");
  const file = JSON.parse(readFileSync(path, "utf8")), { proof, anchor, account, leaf } = file;
  const top = checkFile(file, options);
  const { slot, held, owner, others } = await checkChain(file, top, askNode(options.rpc));
  say(`proof     ${proof.height}, of ${new Date(proof.time).toISOString()}, signed by ${proof.public_key}${options.key ? "" : " (compare this key: the file names it)"}`);
  if (account !== undefined) say(`your leaf ${account}: ${leaf.balance} USDC, positions ${leaf.positions} USDC`);
  say(`owed      ${usdc(top.sum)} USDC to ${proof.account_count} accounts, with the venue's own sums and ${anchor.uncredited} uncredited`);
  for (const { value } of proof.below_zero) say(`          one account is worth ${value} USDC and counts as zero`);
  say(`held      ${usdc(held)} USDC in the vault ${anchor.vault_address} of ${owner} at slot ${slot}${options.vault ? "" : " (compare this vault: the file names it)"}`);
  say(others === undefined ? "          not checked: this node does not list whether another root was anchored" : "          no other root of this proof is among the vault's last 1,000 transactions");
  say(account === undefined ? "covered: the vault held at least what the proof sums to. No leaf was checked." : "covered: your leaf is in the sum, and the vault held at least that sum.");
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    const isFalse = error instanceof Falsehood;
    process.stderr.write(`${isFalse ? "FALSE" : "Not checked"}: ${error.message}\n`);
    process.exitCode = isFalse ? 1 : 2;
  });
}

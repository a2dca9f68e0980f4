#!/usr/bin/env node
// Checks a partner's statement without the service that made it: node verify-statement.mjs FILE.csv|FILE.json [--keys ADDRESS|FILE] [--head HASH]
// Node.js 18 or later, nothing else. What it proves, and what only the file says: docs/api/partner.md, "Checking a statement".
import { createHash, createPublicKey, verify as isSigned } from "node:crypto";
import { createReadStream, readFileSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const OF_FEES = "product,source,referral_id,fee,gross,level,share_percent,window_fees,ruleset".split(",");
const COLUMNS = ["seq", "kind", "accrued_at", "occurred_at", "debit", "credit", "amount", ...OF_FEES,
  "reverses_seq", "settlement_id", "reference", "origin", "simulated", "hash"];
/** The ruleset levels-1: from so many USD of fees in the 720 h before, so many percent. */
const LEVELS = [[0n, 10n], [250n, 12n], [1_000n, 15n], [4_000n, 18n], [10_000n, 22n], [25_000n, 25n]];
const WINDOW_MS = 720 * 3_600_000, UNIT = 10n ** 11n;
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const check = (isRight, rowLabel, reason) => { if (!isRight) throw new Error(`${rowLabel}: ${reason}`); };
const add = (map, name, value) => map.set(name, (map.get(name) ?? 0n) + value);

/** An amount, in its shortest text and no other, as whole units of 1e-11 USD; and the way back. */
function units(amount, rowLabel) {
  const [, sign, whole, fraction = ""] = /^(-?)(0|[1-9]\d*)(?:\.(\d{0,10}[1-9]))?$/.exec(amount) ?? [];
  check(whole !== undefined, rowLabel, `"${amount}" is no amount`);
  return BigInt(sign + whole + fraction.padEnd(11, "0"));
}
function usd(value = 0n) {
  const digits = String(value).replace("-", "").padStart(12, "0");
  return (value < 0n ? "-" : "") + `${digits.slice(0, -11)}.${digits.slice(-11)}`.replace(/\.?0+$/, "");
}

/** Takes the lines of the CSV file. Throws an Error that names the first row that is wrong; answers what it has counted. */
export async function verify(lines, head) {
  const stated = { opening: new Map(), closing: new Map() }, balances = new Map(), totals = new Map(), accruals = [], byRow = new Map();
  let stage = "header", own, partner, first, start, seq, hash, time = 0, begin, rows = 0, simulated = 0, recomputed = 0, edges = "", signature;
  let oldest = 0, window = 0n; // The first accrual that is in the window, and the sum of its fees.
  for await (const line of lines) {
    const row = Object.fromEntries(line.split(",").map((cell, index) => [COLUMNS[index], cell]));
    const rowLabel = stated[row.kind] || !row.seq ? `The records of the kind "${row.kind}"` : `Row ${row.seq}`;
    if (stage === "header") check(line === COLUMNS.join(","), "The header", "it names other columns");
    else check(line.split(",").length === COLUMNS.length && /^[\w.:,-]*$/.test(line), rowLabel, "this is no line of a statement");
    if (stage === "header") stage = "opening";
    else if (stated[row.kind]) takeBalance(row, rowLabel, line);
    else if (row.kind === "signature") takeSignature(row);
    else takeRow(row, rowLabel, line.slice(0, line.lastIndexOf(",")));
  }
  checkEnd({ stage, balances, stated, head, hash });
  if (signature) checkClaims(claimsOf(signature), { partner, opening: { seq: first - 1, hash: start }, closing: { seq, hash }, balances: sha256(edges) });
  return { partner, first, seq, hash, rows, recomputed, simulated, stated, totals, signature };

  /** A balance of one account, before the first row or after the last. */
  function takeBalance(row, rowLabel, line) {
    check(row.kind === stage || (row.kind === "closing" && own !== undefined && stage !== "signature"), rowLabel, "they do not stand where they belong");
    const [account, sign, map] = [row.debit || row.credit, row.debit === "" ? 1n : -1n, stated[row.kind]];
    if (own === undefined) [own, partner, seq, first, hash, start] = [account, account.split(":")[1], Number(row.seq), Number(row.seq) + 1, row.hash, row.hash];
    check(seq > 0 || row.kind === "closing" || (hash === sha256(partner) && row.amount === "0"), rowLabel, "a chain begins with the SHA-256 of the partner's id, and without a balance");
    check(Object.values(row).filter((cell) => cell !== "").length === 5 && (row.debit === "" || row.credit === ""), rowLabel, "they say more than a balance");
    check(row.seq === String(seq) && row.hash === hash, rowLabel, `they are not of row ${seq} and its hash`);
    check((map.size === 0) === (account === own) && !map.has(account), rowLabel, "the partner's account comes first, and each account once");
    for (const of of row.kind === "opening" ? [map, balances] : [map]) of.set(account, sign * units(row.amount, rowLabel));
    [stage, edges] = [row.kind, `${edges}${line}\r\n`];
  }

  function takeSignature(row) {
    check(stage === "closing" && row.seq === String(seq) && row.hash === hash, "The signature", `it does not stand behind the closing records of row ${seq}`);
    check(Object.values(row).filter((cell) => cell !== "").length === 4, "The signature", "its record says more than a signature");
    [stage, signature] = ["signature", row.reference];
  }

  function takeRow(row, rowLabel, text) {
    check(own !== undefined && stage !== "closing" && stage !== "signature", rowLabel, "it stands outside of the opening and closing records");
    check(row.seq === String(seq + 1), rowLabel, `row ${seq + 1} should be here`);
    check(sha256(`${hash}\n${text}`) === row.hash, rowLabel, "its hash is not of this text and the row before");
    const [at, amount] = [Date.parse(row.accrued_at), units(row.amount, rowLabel)];
    check(at >= time && amount > 0n, rowLabel, "it accrued before the row before it, or is of nothing");
    [stage, seq, hash, time, begin, rows, simulated] = ["rows", seq + 1, row.hash, at, begin ?? at, rows + 1, simulated + Number(row.simulated === "yes")];
    const [expense, transit] = [`expense:${row.product}`, `settlement:${row.settlement_id}`];
    const sides = { accrual: [expense, own], reversal: [own, expense], settlement: [own, transit], payment: [transit, "treasury:usdc"], return: [transit, own] };
    check(sides[row.kind]?.join() === `${row.debit},${row.credit}`, rowLabel, "these are not the accounts of its kind");
    for (const [map, name, value] of [[balances, row.debit, -amount], [balances, row.credit, amount], [totals, row.kind, amount]]) add(map, name, value);
    if (sides[row.kind].includes(expense)) takeFee(row, rowLabel, amount);
    else check(balances.get(transit) === (row.kind === "settlement" ? amount : 0n), rowLabel, "it is not of the settlement's whole amount");
  }

  /** Earned is the fee times the share, the share that of the level, and the level that of the fees of the 720 h before. */
  function takeFee(row, rowLabel, amount) {
    const [fee, share, before] = [units(row.fee, rowLabel), BigInt(row.share_percent), units(row.window_fees, rowLabel)];
    check(amount * 100n === fee * share, rowLabel, `${row.amount} is not ${share} % of ${row.fee}`);
    const level = LEVELS.findLastIndex(([threshold]) => before >= threshold * UNIT);
    check(`${level + 1},${LEVELS[level]?.[1]},levels-1` === `${row.level},${share},${row.ruleset}`, rowLabel, `USD ${row.window_fees} are not level ${row.level} with ${share} %`);
    check(row.product === (row.source === "copy" ? "perp" : row.source), rowLabel, `${row.source} does not count as ${row.product}`);
    const [facts, sign] = [OF_FEES.map((name) => row[name]).join(), row.kind === "accrual" ? 1n : -1n];
    for (const part of new Set(["all", row.product, row.source === "copy" ? "copy" : "all"]))
      for (const [name, value] of Object.entries({ fees: fee, earned: amount, count: 1n })) add(totals, `${part} ${name}`, sign * value);
    if (row.kind === "reversal") {
      const original = byRow.get(row.reverses_seq);
      if (original === undefined) return check(Number(row.reverses_seq) < first, rowLabel, `row ${row.reverses_seq} is no fee, or was taken back before`);
      check(original.facts === facts && byRow.delete(row.reverses_seq), rowLabel, `it does not take row ${row.reverses_seq} back as that was booked`);
      if (original.index >= oldest) window -= original.fee;
      return void (original.fee = 0n); // It has left the window already.
    }
    for (; oldest < accruals.length && accruals[oldest].time <= time - WINDOW_MS; oldest += 1) window -= accruals[oldest].fee;
    const isKnown = first === 1 || time - WINDOW_MS >= begin; // Every fee of the window is in this file.
    check(!isKnown || window === before, rowLabel, `the fees of the 720 h before are ${usd(window)}, not ${row.window_fees}`);
    [recomputed, window] = [recomputed + Number(isKnown), window + fee];
    byRow.set(row.seq, accruals[accruals.push({ time, fee, facts, index: accruals.length }) - 1]);
  }
}

/** The balances after the last row are those of the closing records and add up, and the chain ends where its reader noted. */
function checkEnd({ stage, balances, stated, head, hash }) {
  check(stage === "closing" || stage === "signature", "The file", "it is not whole: the closing records are missing");
  for (const account of new Set([...balances.keys(), ...stated.closing.keys()]))
    check((balances.get(account) ?? 0n) === (stated.closing.get(account) ?? 0n), "The closing records", `${account} is ${usd(balances.get(account))} after the rows, not ${usd(stated.closing.get(account))}`);
  check([...balances.values()].reduce((sum, balance) => sum + balance, 0n) === 0n, "The balances", "accrued is not settled + in transit + pending");
  check(head === undefined || head.toLowerCase() === hash, "The head", `the chain ends with ${hash}, not with ${head}`);
}

/** What is signed is this file and no other. */
function checkClaims(said, counted) {
  for (const name of Object.keys(counted))
    check(same(name === "partner" ? said.partner?.id : said[name], counted[name]), "The signature", `it is of a statement with another ${name}`);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The two JSON parts of a compact JWS (RFC 7515). Each part has one spelling only. */
function partsOf(jws) {
  const bytes = jws.split(".").map((part) => Buffer.from(part, "base64url"));
  check(bytes.length === 3 && bytes.map((part) => part.toString("base64url")).join(".") === jws, "The signature", "it is no compact JWS");
  try {
    return { header: JSON.parse(bytes[0]), claims: JSON.parse(bytes[1]), signed: Buffer.from(jws.slice(0, jws.lastIndexOf("."))), proof: bytes[2] };
  } catch {
    throw new Error("The signature: its parts are not JSON");
  }
}
/** What a signature says. Whether the service made it: signedBy. */
export const claimsOf = (jws) => partsOf(jws).claims;

/** Checks the signature with the keys of a JWK Set; answers what was signed and the key's id. */
export function signedBy(jws, { keys }) {
  check(jws !== undefined, "The signature", "the file has none");
  const { header, claims, signed, proof } = partsOf(jws);
  check(header.alg === "EdDSA" && header.typ === "svc-statement", "The signature", "it is not one of a statement");
  const key = keys.find(({ kid, kty, crv }) => kid === header.kid && kty === "OKP" && crv === "Ed25519");
  check(key, "The signature", `the key ${header.kid} is not one of the keys you gave`);
  check(isSigned(null, signed, createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" }), proof), "The signature", "it is not of this statement, or was not made with the key that it names");
  return { claims, kid: key.kid };
}

/** Keys of a file, or of an address that nobody on the way can answer for. */
async function keySetOf(from) {
  if (!/^https?:/i.test(from)) return JSON.parse(readFileSync(from, "utf8"));
  const { protocol, hostname } = new URL(from);
  check(protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname), "The keys", "an address must begin with https://");
  const answer = await fetch(from, { redirect: "error" });
  check(answer.ok, "The keys", `${from} answers with status ${answer.status}`);
  return answer.json();
}

/** The lines that the same statement has as CSV. */
export function linesOf(json) {
  const edge = (kind) => json[kind].accounts.map(({ account, side, amount }) => COLUMNS.map((name) => ({ ...json[kind], kind, [side]: account, amount })[name] ?? "").join(","));
  const line = (entry) => COLUMNS.map((name) => ({ true: "yes", false: "no", null: "" })[entry[name]] ?? entry[name]).join(",");
  const signature = json.signature === undefined ? [] : [line({ ...json.closing, kind: "signature", reference: json.signature })];
  return [COLUMNS.join(","), ...edge("opening"), ...json.entries.map(line), ...edge("closing"), ...signature];
}
function balancesOf(accounts) {
  const sum = (prefix) => [...accounts].reduce((all, [account, balance]) => (account.startsWith(prefix) ? all + balance : all), 0n);
  return { accrued: usd(-sum("expense:")), settled: usd(sum("treasury:")), in_transit: usd(sum("settlement:")), pending: usd(sum("partner:")) };
}
/** What a JSON statement says beside its rows, against what was counted. */
export function compare(json, { stated, totals }) {
  const { opening, closing, ruleset, totals: saidTotals, signature } = json;
  if (signature !== undefined) for (const [name, value] of Object.entries(claimsOf(signature)))
    check(["iss", "opening", "closing", "balances"].includes(name) || same(json[name], value), "The signature", `it is of a statement with another ${name}`);
  const of = (name) => ({ fees: usd(totals.get(`${name} fees`)), earned: usd(totals.get(`${name} earned`)), count: Number(totals.get(`${name} count`) ?? 0n) });
  const sums = { ...of("all"), by_product: ["perp", "swap", "prediction"].map((product) => ({ product, ...of(product) })), copy: of("copy"),
    settlements: usd(totals.get("settlement")), payments: usd(totals.get("payment")), returns: usd(totals.get("return")) };
  const levels = LEVELS.map(([threshold, percent], index) => ({ level: index + 1, threshold: String(threshold), share_percent: Number(percent) }));
  for (const [rowLabel, said, counted] of [["The ruleset", ruleset.levels, levels], ["The opening balances", opening.balances, balancesOf(stated.opening)],
    ["The closing balances", closing.balances, balancesOf(stated.closing)], ["The totals", saidTotals, sums]])
    check(same(said, counted), rowLabel, `they should be ${JSON.stringify(counted)}`);
}

async function main([file, ...words]) {
  const options = Object.fromEntries(words.map((word, index) => [word, words[index + 1]]).filter((_, index) => index % 2 === 0));
  const isRight = file && words.length % 2 === 0 && Object.keys(options).every((name) => name === "--head" || name === "--keys");
  check(isRight, "Usage", "node verify-statement.mjs FILE.csv|FILE.json [--keys ADDRESS|FILE] [--head HASH]");
  const { "--head": head, "--keys": from } = options;
  const json = /\.json$/i.test(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const found = await verify(json ? linesOf(json) : createInterface({ input: createReadStream(file), crlfDelay: Infinity }), head);
  if (json) compare(json, found);
  const proof = from && signedBy(found.signature, await keySetOf(from));
  if (proof && /^https?:/i.test(from)) check(new URL(from).origin === new URL(proof.claims.iss).origin, "The keys", `they are not of ${proof.claims.iss}, which signed`);
  const { accrued, settled, in_transit, pending } = balancesOf(found.stated.closing);
  process.stdout.write(`Partner   ${found.partner}, rows ${found.first} to ${found.seq}
Chain     ${found.rows} rows: each hash matches its row and the row before
Earned    USD ${usd(found.totals.get("all earned"))}: each fee times the share of its level${found.recomputed > 0 ? `; the levels of ${found.recomputed} fees were recomputed from this file` : ""}
Balances  accrued ${accrued} = settled ${settled} + in transit ${in_transit} + pending ${pending}: opening balances plus rows
${found.first > 1 ? `Opening   balances before row ${found.first} are ${proof ? "signed, not recomputed" : "taken from this file"}; the previous statement proves them\n` : ""}${found.simulated > 0 ? `Simulated ${found.simulated} rows are simulated\n` : ""}Head      ${found.hash}${head ? ", as you gave it" : ": compare it with the hash you noted, or pass that with --head"}
${proof ? signedText(proof) : consistentText(found)}`);
}
function signedText({ claims: { iss, partner, from, to, tz, as_of, ledger_seq }, kid }) {
  return `Statement of ${partner.code} from ${from ?? "the beginning"} to ${to} (${tz}), as of ${as_of} and row ${ledger_seq}
SIGNED by ${iss} with the key ${kid}, one of the keys you gave\n`;
}
function consistentText({ signature }) {
  const issuer = signature && claimsOf(signature).iss;
  return `${signature ? `Signature not checked: pass the keys of the service you trust with --keys. The file names ${JSON.stringify(issuer)}` : "Signature none in this file: its author could have made all hashes"}
CONSISTENT: all hashes and sums match. This does not show who made the file\n`;
}
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => { process.stderr.write(`NOT VALID. ${error.message}\n`); process.exitCode = 1; });

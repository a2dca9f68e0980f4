#!/usr/bin/env node
// Checks a partner's statement without the service that made it: node verify-statement.mjs FILE.csv|FILE.json [--head HASH]
// Node.js 18 or later, nothing else. What it proves, and what only the file says: docs/api/partner.md, "Checking a statement".
import { createHash } from "node:crypto";
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
const check = (isRight, place, reason) => { if (!isRight) throw new Error(`${place}: ${reason}`); };
const add = (map, name, value) => map.set(name, (map.get(name) ?? 0n) + value);

/** An amount, in its shortest text and no other, as whole units of 1e-11 USD; and the way back. */
function units(amount, place) {
  const [, sign, whole, fraction = ""] = /^(-?)(0|[1-9]\d*)(?:\.(\d{0,10}[1-9]))?$/.exec(amount) ?? [];
  check(whole !== undefined, place, `"${amount}" is no amount`);
  return BigInt(sign + whole + fraction.padEnd(11, "0"));
}
function usd(value = 0n) {
  const digits = String(value).replace("-", "").padStart(12, "0");
  return (value < 0n ? "-" : "") + `${digits.slice(0, -11)}.${digits.slice(-11)}`.replace(/\.?0+$/, "");
}

/** Takes the lines of the CSV file. Throws an Error that names the first row that is wrong; answers what it has counted. */
export async function verify(lines, head) {
  const told = { opening: new Map(), closing: new Map() }, balances = new Map(), totals = new Map(), accruals = [], byRow = new Map();
  let stage = "header", own, partner, first, seq, hash, time = 0, begin, rows = 0, simulated = 0, recomputed = 0;
  let oldest = 0, window = 0n; // The first accrual that is in the window, and the sum of its fees.
  for await (const line of lines) {
    const row = Object.fromEntries(line.split(",").map((cell, index) => [COLUMNS[index], cell]));
    const place = told[row.kind] || !row.seq ? `The records of the kind "${row.kind}"` : `Row ${row.seq}`;
    if (stage === "header") check(line === COLUMNS.join(","), "The header", "it names other columns");
    else check(line.split(",").length === COLUMNS.length && /^[\w.:,-]*$/.test(line), place, "this is no line of a statement");
    if (stage === "header") stage = "opening";
    else if (told[row.kind]) takeBalance(row, place);
    else takeRow(row, place, line.slice(0, line.lastIndexOf(",")));
  }
  check(stage === "closing", "The file", "it is not whole: the closing records are missing");
  for (const account of new Set([...balances.keys(), ...told.closing.keys()]))
    check((balances.get(account) ?? 0n) === (told.closing.get(account) ?? 0n), "The closing records", `${account} is ${usd(balances.get(account))} after the rows, not ${usd(told.closing.get(account))}`);
  check([...balances.values()].reduce((sum, balance) => sum + balance, 0n) === 0n, "The balances", "accrued is not settled + in transit + pending");
  check(head === undefined || head.toLowerCase() === hash, "The head", `the chain ends with ${hash}, not with ${head}`);
  return { partner, first, seq, hash, rows, recomputed, simulated, told, totals };

  /** A balance of one account, before the first row or after the last. */
  function takeBalance(row, place) {
    check(row.kind === stage || (row.kind === "closing" && own !== undefined), place, "they do not stand where they belong");
    const [account, sign, map] = [row.debit || row.credit, row.debit === "" ? 1n : -1n, told[row.kind]];
    if (own === undefined) [own, partner, seq, first, hash] = [account, account.split(":")[1], Number(row.seq), Number(row.seq) + 1, row.hash];
    check(seq > 0 || row.kind === "closing" || (hash === sha256(partner) && row.amount === "0"), place, "a chain begins with the SHA-256 of the partner's id, and without a balance");
    check(Object.values(row).filter((cell) => cell !== "").length === 5 && (row.debit === "" || row.credit === ""), place, "they say more than a balance");
    check(row.seq === String(seq) && row.hash === hash, place, `they are not of row ${seq} and its hash`);
    check((map.size === 0) === (account === own) && !map.has(account), place, "the partner's account comes first, and each account once");
    for (const of of row.kind === "opening" ? [map, balances] : [map]) of.set(account, sign * units(row.amount, place));
    stage = row.kind;
  }

  function takeRow(row, place, text) {
    check(own !== undefined && stage !== "closing", place, "it stands outside of the opening and closing records");
    check(row.seq === String(seq + 1), place, `row ${seq + 1} should be here`);
    check(sha256(`${hash}\n${text}`) === row.hash, place, "its hash is not of this text and the row before");
    const [at, amount] = [Date.parse(row.accrued_at), units(row.amount, place)];
    check(at >= time && amount > 0n, place, "it accrued before the row before it, or is of nothing");
    [stage, seq, hash, time, begin, rows, simulated] = ["rows", seq + 1, row.hash, at, begin ?? at, rows + 1, simulated + Number(row.simulated === "yes")];
    const [expense, transit] = [`expense:${row.product}`, `settlement:${row.settlement_id}`];
    const sides = { accrual: [expense, own], reversal: [own, expense], settlement: [own, transit], payment: [transit, "treasury:usdc"], return: [transit, own] };
    check(sides[row.kind]?.join() === `${row.debit},${row.credit}`, place, "these are not the accounts of its kind");
    for (const [map, name, value] of [[balances, row.debit, -amount], [balances, row.credit, amount], [totals, row.kind, amount]]) add(map, name, value);
    if (sides[row.kind].includes(expense)) takeFee(row, place, amount);
    else check(balances.get(transit) === (row.kind === "settlement" ? amount : 0n), place, "it is not of the settlement's whole amount");
  }

  /** Earned is the fee times the share, the share that of the level, and the level that of the fees of the 720 h before. */
  function takeFee(row, place, amount) {
    const [fee, share, before] = [units(row.fee, place), BigInt(row.share_percent), units(row.window_fees, place)];
    check(amount * 100n === fee * share, place, `${row.amount} is not ${share} % of ${row.fee}`);
    const level = LEVELS.findLastIndex(([threshold]) => before >= threshold * UNIT);
    check(`${level + 1},${LEVELS[level]?.[1]},levels-1` === `${row.level},${share},${row.ruleset}`, place, `USD ${row.window_fees} are not level ${row.level} with ${share} %`);
    check(row.product === (row.source === "copy" ? "perp" : row.source), place, `${row.source} does not count as ${row.product}`);
    const [facts, sign] = [OF_FEES.map((name) => row[name]).join(), row.kind === "accrual" ? 1n : -1n];
    for (const part of new Set(["all", row.product, row.source === "copy" ? "copy" : "all"]))
      for (const [name, value] of Object.entries({ fees: fee, earned: amount, count: 1n })) add(totals, `${part} ${name}`, sign * value);
    if (row.kind === "reversal") {
      const original = byRow.get(row.reverses_seq);
      if (original === undefined) return check(Number(row.reverses_seq) < first, place, `row ${row.reverses_seq} is no fee, or was taken back before`);
      check(original.facts === facts && byRow.delete(row.reverses_seq), place, `it does not take row ${row.reverses_seq} back as that was booked`);
      if (original.index >= oldest) window -= original.fee;
      return void (original.fee = 0n); // It has left the window already.
    }
    for (; oldest < accruals.length && accruals[oldest].time <= time - WINDOW_MS; oldest += 1) window -= accruals[oldest].fee;
    const isKnown = first === 1 || time - WINDOW_MS >= begin; // Every fee of the window is in this file.
    check(!isKnown || window === before, place, `the fees of the 720 h before are ${usd(window)}, not ${row.window_fees}`);
    [recomputed, window] = [recomputed + Number(isKnown), window + fee];
    byRow.set(row.seq, accruals[accruals.push({ time, fee, facts, index: accruals.length }) - 1]);
  }
}

/** The lines that the same statement has as CSV. */
export function linesOf(json) {
  const edge = (kind) => json[kind].accounts.map(({ account, side, amount }) => COLUMNS.map((name) => ({ ...json[kind], kind, [side]: account, amount })[name] ?? "").join(","));
  const line = (entry) => COLUMNS.map((name) => ({ true: "yes", false: "no", null: "" })[entry[name]] ?? entry[name]).join(",");
  return [COLUMNS.join(","), ...edge("opening"), ...json.entries.map(line), ...edge("closing")];
}
function balancesOf(accounts) {
  const sum = (prefix) => [...accounts].reduce((all, [account, balance]) => (account.startsWith(prefix) ? all + balance : all), 0n);
  return { accrued: usd(-sum("expense:")), settled: usd(sum("treasury:")), in_transit: usd(sum("settlement:")), pending: usd(sum("partner:")) };
}
/** What a JSON statement says beside its rows, against what was counted. */
export function compare({ opening, closing, ruleset, totals: saidTotals }, { told, totals }) {
  const of = (name) => ({ fees: usd(totals.get(`${name} fees`)), earned: usd(totals.get(`${name} earned`)), count: Number(totals.get(`${name} count`) ?? 0n) });
  const sums = { ...of("all"), by_product: ["perp", "swap", "prediction"].map((product) => ({ product, ...of(product) })), copy: of("copy"),
    settlements: usd(totals.get("settlement")), payments: usd(totals.get("payment")), returns: usd(totals.get("return")) };
  const levels = LEVELS.map(([threshold, percent], index) => ({ level: index + 1, threshold: String(threshold), share_percent: Number(percent) }));
  for (const [place, said, counted] of [["The ruleset", ruleset.levels, levels], ["The opening balances", opening.balances, balancesOf(told.opening)],
    ["The closing balances", closing.balances, balancesOf(told.closing)], ["The totals", saidTotals, sums]])
    check(JSON.stringify(said) === JSON.stringify(counted), place, `they should be ${JSON.stringify(counted)}`);
}

async function main([file, option, head]) {
  check(file && (option === undefined || (option === "--head" && head)), "Usage", "node verify-statement.mjs FILE.csv|FILE.json [--head HASH]");
  const json = /\.json$/i.test(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const found = await verify(json ? linesOf(json) : createInterface({ input: createReadStream(file), crlfDelay: Infinity }), head);
  if (json) compare(json, found);
  const { accrued, settled, in_transit, pending } = balancesOf(found.told.closing);
  process.stdout.write(`Partner   ${found.partner}, rows ${found.first} to ${found.seq}
Chain     ${found.rows} rows: each hash is of the row and of the row before
Earned    USD ${usd(found.totals.get("all earned"))}: each fee times the share of its level${found.recomputed > 0 ? `; the level of ${found.recomputed} fees was computed again from this file` : ""}
Balances  accrued ${accrued} = settled ${settled} + in transit ${in_transit} + pending ${pending}: what the rows make of the opening ones
${found.first > 1 ? `Opening   what stands before row ${found.first} is this file's word; the statement before it proves that\n` : ""}${found.simulated > 0 ? `Simulated ${found.simulated} rows are of a simulation\n` : ""}Head      ${found.hash}${head ? ", as you gave it" : ": compare it with the one that you noted, or give it with --head"}
OK: this statement is valid\n`);
}
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => { process.stderr.write(`NOT VALID. ${error.message}\n`); process.exitCode = 1; });

/** The output that all benchmarks share, and the speed of the machine during the run. */
import { generateKeyPairSync, sign, verify } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { isSmoke } from "./options.ts";

export const print = (line = ""): void => void process.stdout.write(`${line}\n`);

export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** One line of name and figures, in columns. */
export function row(name: string, ...figures: string[]): void {
  print(`${name.padEnd(44)}${figures.map((figure) => figure.padStart(20)).join("")}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The percentile of the values at `share`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** Nanoseconds per round of `work`, the best of five tries. */
function nanoseconds(rounds: number, work: (round: number) => void): number {
  const goes = Array.from({ length: 5 }, () => {
    const started = performance.now();
    for (let round = 0; round < rounds; round += 1) work(round);
    return ((performance.now() - started) * 1e6) / rounds;
  });
  return Math.min(...goes);
}

/** Two figures that depend on the machine alone: compare other figures with them, not with figures of another day. */
export function printCalibration(): void {
  if (isSmoke) print("a smoke run: it shows that the bench works, its figures measure nothing");
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const message = Buffer.from("ab".repeat(32));
  const signature = sign(null, message, privateKey);
  const verifying = nanoseconds(500, () => verify(null, message, publicKey, signature));
  const map = new Map<number, number>();
  const setting = nanoseconds(1_000_000, (round) => map.set(round & 0xffff, round));
  print(
    `calibration: ${count(verifying)} ns an Ed25519 verification (node:crypto), ` +
      `${setting.toFixed(1)} ns a Map.set, Node ${process.versions.node}`,
  );
  const [load = 0] = loadavg();
  print(`${availableParallelism()} cores, load average at the start ${load.toFixed(2)}`);
}

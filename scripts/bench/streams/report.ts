/** The tables of a run. */
import { count, median, print, row } from "#scripts/bench/shared/report.ts";
import type { Options } from "./options.ts";
import type { Round } from "./round.ts";
import { eventsPerSecond, frameOf, type Script } from "./script.ts";

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

function bytesOf({ batches }: Script, isCounted: (event: string) => boolean): number {
  const events = batches.flatMap((batch) => batch.events).filter(({ event }) => isCounted(event));
  return events.reduce((sum, event) => sum + Buffer.byteLength(frameOf(event)), 0);
}

/** Share of the book in a client's bytes. */
export function bookShare(script: Script): number {
  return bytesOf(script, (event) => event === "orderbook") / bytesOf(script, () => true);
}

export function printSetup(script: Script, { seconds, rounds }: Options): void {
  const events = eventsPerSecond(script).toFixed(1);
  const kilobytes = (bytesOf(script, () => true) / script.length).toFixed(1);
  const writes = ((script.batches.length / script.length) * 1_000).toFixed(1);
  print(`a client gets ${events} events and ${kilobytes} KB a second in ${writes} writes`);
  print(`${rounds} rounds of ${seconds} s a server, the servers taking turns`);
  const names = ["events/s", "CPU / 1,000 events", "p50", "p99", "KB a connection", "busy core"];
  row("", ...names);
}

function figures(round: Round): string[] {
  return [
    count(round.events / round.seconds),
    milliseconds(round.cpuPerThousand),
    milliseconds(round.p50),
    milliseconds(round.p99),
    round.kilobytesPerConnection.toFixed(1),
    `${(round.busy * 100).toFixed(0)} %`,
  ];
}

export function printRound(round: Round, index: number): void {
  row(`  ${index === 0 ? "warm-up" : `round ${index}`}, ${round.peer}`, ...figures(round));
  const { least, most, missed, lostTrades, cpu, seconds, idle } = round;
  print(
    `    a client got ${least} to ${most}; missed ${missed}, lost fills ${lostTrades}; ` +
      `idle ${(idle * 100).toFixed(1)} % of a core; clients ${((cpu / seconds) * 100).toFixed(0)} %`,
  );
}

type Figure = "cpuPerThousand" | "p50" | "p99" | "kilobytesPerConnection";

/** The median of one server over its rounds; `NaN` without any. */
export function medianOf(rounds: readonly Round[], peer: Round["peer"], name: Figure): number {
  const values = rounds.filter((round) => round.peer === peer).map((round) => round[name]);
  return values.length === 0 ? Number.NaN : median(values);
}

export function printRounds(rounds: readonly Round[]): void {
  print();
  row("medians", "CPU / 1,000 events", "p50", "p99", "KB a connection");
  for (const peer of new Set(rounds.map((round) => round.peer))) {
    row(
      `  ${peer}`,
      milliseconds(medianOf(rounds, peer, "cpuPerThousand")),
      milliseconds(medianOf(rounds, peer, "p50")),
      milliseconds(medianOf(rounds, peer, "p99")),
      medianOf(rounds, peer, "kilobytesPerConnection").toFixed(1),
    );
  }
}

/** Each ratio is taken within one round, because a machine that slows down slows all servers of the round. */
export function printRatios(rounds: readonly Round[]): void {
  const ratio = (name: string, peer: Round["peer"], figure: Figure) => {
    const values = ratiosOf(rounds, peer, figure);
    if (values.length === 0) return;
    row(name, median(values).toFixed(2), `(${values.map((v) => v.toFixed(2)).join(", ")})`);
  };
  ratio("CPU, ours / plain (goal 1.3)", "plain", "cpuPerThousand");
  ratio("CPU, ours / nchan (goal 0.8)", "nchan", "cpuPerThousand");
  ratio("p99, ours / plain (goal 1.5)", "plain", "p99");
  ratio("p99, ours / nchan", "nchan", "p99");
}

export function ratiosOf(rounds: readonly Round[], peer: Round["peer"], figure: Figure): number[] {
  const ours = rounds.filter((round) => round.peer === "ours");
  const others = rounds.filter((round) => round.peer === peer);
  return ours.flatMap((round, index) => {
    const other = others[index];
    return other === undefined ? [] : [round[figure] / other[figure]];
  });
}

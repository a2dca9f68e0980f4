/**
 * One pass: a pure function of the state, its inputs and its time. So live operation, a restart and
 * a replay of the stored passes have the same outputs.
 */

import { isConfirming, isInWindow } from "#lib/catalysts/causes/cause-terms.ts";
import { explainAgain } from "#lib/catalysts/causes/explain-move.ts";
import type { TrackedMove } from "#lib/catalysts/causes/explained-move.ts";
import { CAUSE_PARAMETERS } from "#lib/catalysts/causes/parameters.ts";
import { byAge, findEarlier, findMatches } from "#lib/catalysts/events/match-report.ts";
import { EVENT_PARAMETERS } from "#lib/catalysts/events/parameters.ts";
import { isHistory, type Report } from "#lib/catalysts/events/report.ts";
import {
  openCatalyst,
  type Revised,
  type RevisionInput,
  revise,
  type TrackedCatalyst,
} from "#lib/catalysts/events/tracked-catalyst.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import { type EngineState, type PassInputs, pruned } from "./engine-state.ts";

export type EvidenceChange = {
  catalystId: string;
  newsId: string;
  newsVersion: number;
  belongs: boolean;
};

export type PassOutputs = {
  /** In the order in which they were made. */
  revisions: Revised[];
  evidence: EvidenceChange[];
  explanations: { moveId: string; explanation: MoveExplanation }[];
  candidates: { catalystId: string; moveId: string }[];
};

/** @param at later than the previous pass, Unix milliseconds */
export function runPass(
  before: EngineState,
  inputs: PassInputs,
  at: number,
): { state: EngineState; outputs: PassOutputs } {
  const state = pruned(before, at);
  if (isNothingDue(state, inputs, at)) return { state, outputs: NOTHING };
  const pass = new Pass(state, at);
  for (const { catalystId } of inputs.splits) pass.split(catalystId);
  for (const report of inputs.reports) pass.take(report);
  pass.evaluate();
  pass.explain(inputs.moves);
  return pass.result();
}

const NOTHING: PassOutputs = { revisions: [], evidence: [], explanations: [], candidates: [] };

/**
 * A cheap check for quiet times, when most passes have nothing to do. @param at Unix milliseconds
 */
export function isNothingDue(
  { catalysts, moves }: EngineState,
  inputs: PassInputs,
  at: number,
): boolean {
  if (inputs.reports.length + inputs.moves.length + inputs.splits.length > 0) return false;
  for (const { nextDueAt } of catalysts.values())
    if (nextDueAt !== null && nextDueAt <= at) return false;
  for (const move of moves.values()) if (isPendingOver(move, at)) return false;
  return true;
}

function isPendingOver({ move, explanation }: TrackedMove, at: number): boolean {
  return explanation?.verdict === "pending" && move.openedAt + CAUSE_PARAMETERS.pendingMs <= at;
}

export function isEmpty({ revisions, explanations }: PassOutputs): boolean {
  return revisions.length === 0 && explanations.length === 0;
}

class Pass {
  readonly #at: number;
  readonly #catalysts: Map<string, TrackedCatalyst>;
  readonly #moves: Map<string, TrackedMove>;
  readonly #touched = new Set<string>();
  readonly #evidence = new Map<string, EvidenceChange>();
  /** Oldest first; undefined after a change. */
  #byAge: TrackedCatalyst[] | undefined;
  readonly #outputs: Omit<PassOutputs, "evidence"> = {
    revisions: [],
    explanations: [],
    candidates: [],
  };

  constructor({ catalysts, moves }: EngineState, at: number) {
    this.#at = at;
    this.#catalysts = new Map(catalysts);
    this.#moves = new Map(moves);
  }

  result(): { state: EngineState; outputs: PassOutputs } {
    const state = { catalysts: this.#catalysts, moves: this.#moves };
    return { state, outputs: { ...this.#outputs, evidence: [...this.#evidence.values()] } };
  }

  /**
   * Undoes a merge: the reports of the younger catalyst, and later ones of its stories, are removed
   * from the older ones.
   */
  split(id: string): void {
    const younger = this.#catalysts.get(id);
    if (younger === undefined || younger.event.merged_into === null) return;
    let { evidence } = younger;
    const parted: { older: TrackedCatalyst; remaining: Report[] }[] = [];
    const others = this.#olderOf(younger);
    for (const older of others) {
      const taken = partOf(older, younger, others);
      const remaining = older.evidence.filter((report) => !taken.includes(report));
      // A catalyst must keep at least one report.
      if (!remaining.some(({ role }) => role === "report")) continue;
      const added = withoutThose(taken, evidence);
      this.#note(older, taken, false);
      this.#note(younger, added, true);
      evidence = added.reduce(withReport, evidence);
      parted.push({ older, remaining });
    }
    this.#revise(younger, { kind: "split", mergedInto: null, evidence });
    for (const { older, remaining } of parted)
      this.#revise(older, { kind: "split", evidence: remaining });
  }

  /** The chain of catalysts into which it was merged. */
  #olderOf({ event }: TrackedCatalyst): TrackedCatalyst[] {
    const older = this.#catalysts.get(event.merged_into ?? "");
    return older === undefined ? [] : [older, ...this.#olderOf(older)];
  }

  take(report: Report): void {
    if (report.role === "recap") return;
    const at = Math.min(report.recordedAt, this.#at);
    const all = this.#sorted();
    const [oldest, ...others] = findMatches(report, all, at);
    if (oldest === undefined) return this.#open(report, all);
    if (oldest.evidence.some((one) => isSame(one, report)) || isFull(oldest, report)) return;
    let evidence = withReport(oldest.evidence, report);
    this.#note(oldest, [report], true);
    const merged = others.filter(
      (one) => !one.isSplit && !oldest.isSplit && isOneType(one, oldest),
    );
    for (const younger of merged) {
      const added = withoutThose(younger.evidence, evidence);
      this.#note(oldest, added, true);
      evidence = added.reduce(withReport, evidence);
      this.#revise(younger, { kind: "merged", mergedInto: oldest.event.id });
    }
    this.#revise(oldest, { kind: merged.length > 0 ? "merged" : "evidence", evidence });
  }

  #open(report: Report, all: readonly TrackedCatalyst[]): void {
    const { type, role } = report;
    if (type === null || role !== "report" || isHistory(report)) return;
    const follows = findEarlier(report, all)?.event.id ?? null;
    const opened = openCatalyst({ ...report, type }, { at: this.#at, follows });
    // A report that was split off, or came twice, opens nothing again.
    if (this.#catalysts.has(opened.catalyst.event.id)) return;
    this.#add(opened);
    this.#note(opened.catalyst, [report], true);
  }

  /** When several evaluations are due, only the latest counts. */
  evaluate(): void {
    for (const catalyst of this.#sorted()) {
      const { nextDueAt } = catalyst;
      if (nextDueAt !== null && nextDueAt <= this.#at)
        this.#revise(catalyst, { kind: "evaluated" });
    }
  }

  explain(changed: readonly TrackedMove[]): void {
    const due = new Set<string>();
    for (const one of changed) {
      const known = this.#moves.get(one.move.id);
      this.#moves.set(one.move.id, known === undefined ? one : { ...known, move: one.move });
      due.add(one.move.id);
    }
    this.#confirmWeak();
    for (const [id, move] of this.#moves) {
      if (isPendingOver(move, this.#at) || this.#isTouched(move)) due.add(id);
    }
    const catalysts = this.#sorted();
    for (const id of [...due].toSorted()) this.#explainOne(id, catalysts);
  }

  #explainOne(id: string, catalysts: readonly TrackedCatalyst[]): void {
    const known = this.#moves.get(id);
    const explanation = known && explainAgain(known, catalysts, this.#at);
    if (known === undefined || explanation === undefined) return;
    const shown = explanation.candidates.map(({ catalyst_id }) => catalyst_id);
    const added = shown.filter((catalystId) => !known.candidates.includes(catalystId));
    const candidates = [...known.candidates, ...added].toSorted();
    this.#moves.set(id, { move: known.move, explanation, candidates });
    this.#outputs.explanations.push({ moveId: id, explanation });
    this.#outputs.candidates.push(...added.map((catalystId) => ({ catalystId, moveId: id })));
  }

  /** A move that agrees with a weak report confirms it. */
  #confirmWeak(): void {
    for (const catalyst of this.#sorted()) {
      if (catalyst.event.status !== "unconfirmed") continue;
      const moves = [...this.#moves.values()];
      if (!moves.some(({ move }) => isConfirming(catalyst, move))) continue;
      this.#revise(catalyst, { kind: "evidence", isConfirmed: true });
    }
  }

  #isTouched({ move, candidates }: TrackedMove): boolean {
    return [...this.#touched].some((id) => {
      const catalyst = this.#catalysts.get(id);
      return candidates.includes(id) || (catalyst !== undefined && isInWindow(catalyst, move));
    });
  }

  #revise({ event }: TrackedCatalyst, revision: Omit<RevisionInput, "at">): void {
    const newest = this.#catalysts.get(event.id);
    if (newest === undefined) return;
    this.#add(revise(newest, { ...revision, at: this.#at }));
  }

  #add(revised: Revised): void {
    const { id } = revised.catalyst.event;
    this.#catalysts.set(id, revised.catalyst);
    this.#byAge = undefined;
    this.#outputs.revisions.push(revised);
    if (revised.changed.length > 0) this.#touched.add(id);
  }

  /** Each report has one row per pass and catalyst: the last note. */
  #note({ event }: TrackedCatalyst, reports: readonly Report[], belongs: boolean): void {
    for (const { id: newsId, version: newsVersion } of reports) {
      const change = { catalystId: event.id, newsId, newsVersion, belongs };
      this.#evidence.set([event.id, newsId, newsVersion].join(" "), change);
    }
  }

  #sorted(): readonly TrackedCatalyst[] {
    this.#byAge ??= [...this.#catalysts.values()].toSorted(byAge);
    return this.#byAge;
  }
}

/**
 * Limits the reports, so that one flooding source cannot displace others and assessments stay fast.
 */
function isFull({ evidence }: TrackedCatalyst, { source }: Report): boolean {
  const { reports, ofSource } = EVENT_PARAMETERS.most;
  return (
    evidence.length >= reports || evidence.filter((one) => one.source === source).length >= ofSource
  );
}

function withReport(evidence: readonly Report[], report: Report): Report[] {
  return [...evidence, report].toSorted((one, other) => one.seq - other.seq);
}

/**
 * The reports that leave the older catalyst when the younger one is split from it: those that it
 * brought, other versions of them, and later ones of its stories. The stories with which the older
 * catalysts began stay.
 */
function partOf(
  older: TrackedCatalyst,
  { evidence }: TrackedCatalyst,
  others: readonly TrackedCatalyst[],
): Report[] {
  const ids = new Set(evidence.map(({ id }) => id));
  const stories = new Set(evidence.map(({ storyId }) => storyId));
  for (const other of others) {
    const [first] = withoutThose(other.evidence, evidence);
    if (first !== undefined) stories.delete(first.storyId);
  }
  return older.evidence.filter(({ id, storyId }) => ids.has(id) || stories.has(storyId));
}

function withoutThose(reports: readonly Report[], those: readonly Report[]): Report[] {
  return reports.filter((one) => !those.some((other) => isSame(one, other)));
}

function isSame(one: Report, other: Report): boolean {
  return one.id === other.id && one.version === other.version;
}

function isOneType(one: TrackedCatalyst, other: TrackedCatalyst): boolean {
  return one.event.type === other.event.type;
}

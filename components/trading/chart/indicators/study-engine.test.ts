import { describe, expect, test } from "vitest";
import { walkOfBars } from "./studies.testing.ts";
import { StudyClient } from "./study-client.ts";
import { type StudyAnswer, StudyEngine } from "./study-engine.ts";
import { initialParams, type StudySetting } from "./study-settings.ts";
import { STUDY_KINDS, studyRow } from "./study-table.ts";

const bars = walkOfBars(400);
const settings: StudySetting[] = STUDY_KINDS.map((kind, id) => ({
  id,
  kind,
  params: initialParams(kind),
}));
const known = [{ at: 100 * 60_000, value: 3 }];
const set = {
  do: "set",
  settings,
  interval: "1m",
  histories: { funding: known, interest: known },
} as const;

function whole(engine: StudyEngine, count: number) {
  const answer = engine.run({ do: "reset", round: 1, points: bars.slice(0, count) });
  if (answer?.did !== "reset") throw new Error("It was not computed.");
  return answer.values;
}

describe("every indicator of the table", () => {
  test.each(STUDY_KINDS)("has a value for each of its lines at the end: %s", (kind) => {
    const engine = new StudyEngine();
    engine.run(set);
    const row = whole(engine, 400)[STUDY_KINDS.indexOf(kind)]!.at(-1)!;
    expect(row).toHaveLength(studyRow(kind).lines.length);
    const shown = kind === "supertrend" ? row.filter((value) => value !== undefined) : row;
    expect(shown.length).toBeGreaterThan(0);
    for (const value of shown) expect(Number.isFinite(value)).toBe(true);
  });

  test.each(STUDY_KINDS)("updated tick by tick equals the whole computation: %s", (kind) => {
    const engine = new StudyEngine();
    engine.run(set);
    whole(engine, 100);
    const index = STUDY_KINDS.indexOf(kind);
    const live = [];
    for (const point of bars.slice(99)) {
      // Each bar has other prices before it closes.
      for (const off of [50, -50, 0]) {
        const close = point.close + off;
        const high = Math.max(point.high, close);
        const low = Math.min(point.low, close);
        const now = off === 0 ? point : { ...point, close, high, low };
        const answer = engine.run({ do: "update", round: 1, point: now });
        if (off === 0) live.push(answer?.values[index]);
      }
    }
    const fresh = new StudyEngine();
    fresh.run(set);
    const values = whole(fresh, 400)[index]!.slice(99);
    for (const [at, row] of values.entries()) {
      for (const [line, value] of row.entries()) {
        const now = (live[at] as (number | undefined)[])[line];
        if (value === undefined) expect(now).toBeUndefined();
        else expect(now).toBeCloseTo(value, 6);
      }
    }
  });
});

/** A worker that runs nothing, and can fail. */
function deafWorker() {
  const target = new EventTarget();
  return Object.assign(target, { postMessage: () => undefined, terminate: () => undefined });
}

describe("where no worker runs, the page computes", () => {
  const answered = (client: (onAnswer: (answer: StudyAnswer) => void) => StudyClient) =>
    new Promise<StudyAnswer>((resolve) => {
      const made = client(resolve);
      made.send(set);
      made.send({ do: "reset", round: 4, points: bars });
    });

  test("when the browser refuses one", async () => {
    const answer = await answered(
      (onAnswer) =>
        new StudyClient(onAnswer, () => {
          throw new Error("No worker may run.");
        }),
    );
    expect(answer).toMatchObject({ did: "reset", round: 4 });
  });

  test("when it fails later, with all that it was sent", async () => {
    const worker = deafWorker();
    const answer = answered(
      (onAnswer) => new StudyClient(onAnswer, () => worker as unknown as Worker),
    );
    worker.dispatchEvent(new Event("error"));
    expect(await answer).toMatchObject({ did: "reset", round: 4 });
  });
});

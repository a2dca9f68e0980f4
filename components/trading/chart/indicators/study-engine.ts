/** Computes the chosen indicators over the bars of a chart. It runs in a worker, and where there is none, in the page. */
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import type { Known } from "./flows.ts";
import { type Point, StudyRun, type Values } from "./studies.ts";
import type { StudySetting } from "./study-settings.ts";
import { studyRow } from "./study-table.ts";

export type Histories = { funding: Known; interest: Known };

export type StudyTask =
  | { do: "set"; settings: readonly StudySetting[]; interval: ShownInterval; histories: Histories }
  | { do: "reset"; round: number; points: readonly Point[] }
  | { do: "update"; round: number; point: Point };

/** The values of each indicator: of all bars, or of the one that starts at `time`. */
export type StudyAnswer =
  | { did: "reset"; round: number; values: readonly (readonly Values[])[] }
  | { did: "update"; round: number; time: number; values: readonly Values[] };

export class StudyEngine {
  #runs: readonly StudyRun[] = [];

  run(task: StudyTask): StudyAnswer | undefined {
    switch (task.do) {
      case "set": {
        const { interval, histories } = task;
        this.#runs = task.settings.map(({ kind, params }) => {
          const { history, make } = studyRow(kind);
          const known = history ? histories[history] : [];
          return new StudyRun(() => make(params, { interval, known }));
        });
        return undefined;
      }
      case "reset": {
        const values = this.#runs.map((run) => run.reset(task.points));
        return { did: "reset", round: task.round, values };
      }
      case "update": {
        const values = this.#runs.map((run) => run.update(task.point));
        return { did: "update", round: task.round, time: task.point.time, values };
      }
    }
  }
}

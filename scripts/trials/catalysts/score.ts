/**
 * Measures how many of the injected moves a detector finds, how late, and how many alarms it raises
 * where nothing was injected.
 */
import type { Alarm, Detector } from "./detectors.ts";
import { type Course, DAY_MINUTES, makeCourses, SHAPES, type Shape } from "./world.ts";

/** A move counts as found until this many minutes after its whole size is in the price. */
const FOUND_WITHIN = 30;

export type ShapeScore = {
  injected: number;
  found: number;
  /** Minutes from the start of the move; null when no move was found. */
  medianDelay: number | null;
  p90Delay: number | null;
};

export type Score = {
  name: string;
  recall: number;
  /** Per market-day without injections: all alarms, and those where the model has no event. */
  alarmsPerDay: number;
  falseAlarmsPerDay: number;
  shapes: Record<Shape, ShapeScore>;
};

export type Evaluation = { marketDays: number; scores: Score[] };

export function evaluate(
  seeds: readonly string[],
  measuredDays: number,
  detectors: readonly Detector[],
): Evaluation {
  const worlds = seeds.map((seed) => ({
    injected: makeCourses(seed, measuredDays, true),
    plain: makeCourses(seed, measuredDays, false),
  }));
  const marketDays = worlds.reduce((sum, { plain }) => sum + plain.length * measuredDays, 0);
  const scores = detectors.map(({ name, find }) => {
    const injected = worlds.flatMap((world) => pair(world.injected, find(world.injected)));
    const plain = worlds.flatMap((world) => pair(world.plain, find(world.plain)));
    return score(name, { injected, plain, marketDays });
  });
  return { marketDays, scores };
}

type Found = { course: Course; alarms: Alarm[] };

function pair(courses: readonly Course[], alarms: readonly Alarm[][]): Found[] {
  return courses.map((course, index) => ({ course, alarms: alarms[index] ?? [] }));
}

function score(
  name: string,
  { injected, plain, marketDays }: { injected: Found[]; plain: Found[]; marketDays: number },
): Score {
  const results = injected.flatMap(({ course, alarms }) =>
    course.injections.map(({ shape, direction, from, to }) => {
      const hit = alarms.find(
        (alarm) =>
          alarm.direction === direction && alarm.at > from && alarm.at <= to + FOUND_WITHIN,
      );
      return { shape, delay: hit && hit.at - from };
    }),
  );
  const alarms = plain.flatMap((found) =>
    found.alarms
      .filter(({ at }) => at > DAY_MINUTES)
      .map(({ from, at }) => found.course.events.some((event) => event + 1 > from && event < at)),
  );
  const shapes = SHAPES.map((shape) => {
    const ofShape = results.filter((result) => result.shape === shape);
    const delays = ofShape.flatMap(({ delay }) => delay ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? null;
    const counts = { injected: ofShape.length, found: delays.length };
    return [shape, { ...counts, medianDelay: at(0.5), p90Delay: at(0.9) }] as const;
  });
  return {
    name,
    recall: results.filter(({ delay }) => delay !== undefined).length / results.length,
    alarmsPerDay: alarms.length / marketDays,
    falseAlarmsPerDay: alarms.filter((isAtEvent) => !isAtEvent).length / marketDays,
    shapes: Object.fromEntries(shapes) as Record<Shape, ShapeScore>,
  };
}

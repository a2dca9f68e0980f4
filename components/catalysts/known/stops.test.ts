import { describe, expect, test } from "vitest";
import {
  at,
  catalyst,
  evidence,
  explanation,
  knownMove,
  move,
  record,
  revision,
} from "#components/catalysts/catalysts.testing.ts";
import { type SliderStop, stopAt, stopsOfCatalyst, stopsOfMove } from "./stops.ts";

const seen = (stops: readonly SliderStop[]) =>
  stops.map((stop) => `${stop.at.slice(11, 19)} ${stop.reasons.map(({ kind }) => kind).join(" ")}`);

describe("the slider of a catalyst", () => {
  test("begins five minutes before the first report and stops at every change", () => {
    const shown = record({
      revisions: [
        revision(),
        revision({ revision: 2, kind: "evidence", recorded_at: at("12:06:00") }),
        revision({ revision: 3, kind: "evaluated", recorded_at: at("12:09:00") }),
        revision({
          revision: 4,
          kind: "evaluated",
          recorded_at: at("12:14:00"),
          changed: ["sentiment"],
        }),
      ],
      evidence: [
        evidence(),
        evidence({ publisher: "second.example", recorded_at: at("12:06:00") }),
      ],
    });
    expect(seen(stopsOfCatalyst(shown, [knownMove()]))).toEqual([
      "11:59:00 start",
      "12:02:01 verdict",
      "12:04:00 detected verdict",
      "12:04:01 verdict",
      "12:06:00 evidence",
      "12:14:00 changed",
    ]);
  });

  test("begins at the onset of its earliest move, if that is earlier", () => {
    const early = move({ onset: at("11:40:00") });
    const shown = record({
      event: catalyst(),
      moves: [{ move: early, explanation: explanation() }],
    });
    expect(seen(stopsOfCatalyst(shown, []))[0]).toBe("11:40:00 onset");
  });
});

test("the slider of a move stops at each of its explanations", () => {
  expect(seen(stopsOfMove(knownMove()))).toEqual([
    "12:01:00 onset",
    "12:02:01 verdict",
    "12:04:00 verdict",
    "12:04:01 verdict",
  ]);
});

test("an instant in the address is at the last stop before it", () => {
  const stops = stopsOfMove(knownMove());
  expect(stopAt(stops, at("12:03:00"))).toBe(1);
  expect(stopAt(stops, at("12:04:00"))).toBe(2);
  expect(stopAt(stops, "2026-05-01T14:04:00+02:00")).toBe(2);
  expect(stopAt(stops, at("10:00:00"))).toBe(0);
});

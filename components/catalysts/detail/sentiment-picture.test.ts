import { expect, test } from "vitest";
import { at, revision } from "#components/catalysts/catalysts.testing.ts";
import { sentimentLine } from "./sentiment-picture.ts";

const said = (time: string, direction: "negative" | "neutral" | "positive", confidence: number) =>
  revision({ recorded_at: at(time), sentiment: { direction, confidence } });

test("a sentiment holds until the next revision and the newest one continues, positive above negative", () => {
  const line = sentimentLine([
    said("12:00:00", "negative", 0.5),
    said("12:30:00", "neutral", 0.9),
    said("13:00:00", "positive", 1),
  ]);
  expect(line).toBe("0.0,54.0 144.0,54.0 144.0,36.0 288.0,36.0 288.0,0.0 320.0,0.0");
});

test("a single revision is a straight line", () => {
  expect(sentimentLine([said("12:00:00", "positive", 0.5)])).toBe("0.0,18.0 320.0,18.0");
  expect(sentimentLine([])).toBe("");
});

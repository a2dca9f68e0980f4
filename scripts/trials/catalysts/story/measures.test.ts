import { expect, test } from "vitest";
import { bCubed, calibrationError, falseMerges, macroF1, precisionRecall } from "./measures.ts";

const clustered = (...pairs: string[]) =>
  pairs.map((pair) => ({ truth: pair[0] ?? "", predicted: pair[1] ?? "" }));

test("macro-F1 weights each class equally, and counts a non-event as an error of the predicted class", () => {
  const pairs = [
    { truth: "hack", predicted: "hack" },
    { truth: "hack", predicted: "hack" },
    { truth: "macro", predicted: null },
    { truth: null, predicted: "hack" },
    { truth: null, predicted: null },
  ] as const;
  // hack: 2 of 2 found, and one too many: 4/5. macro: 0.
  expect(macroF1(["hack", "macro", "unlock"], pairs)).toBeCloseTo(0.4);
});

test("precision and recall count the members of all sets together", () => {
  const found = precisionRecall([
    { truth: ["SOL"], predicted: ["SOL", "ETH"] },
    { truth: ["BTC"], predicted: [] },
    { truth: [], predicted: ["LINK"] },
  ]);
  expect(found).toEqual({ precision: 1 / 3, recall: 1 / 2 });
});

test("B³ is one for the same clusters, and falls with a split and with a merge", () => {
  expect(bCubed(clustered("a1", "a1", "b2"))).toEqual({ precision: 1, recall: 1, f1: 1 });
  expect(bCubed(clustered("a1", "a2"))).toMatchObject({ precision: 1, recall: 0.5 });
  expect(bCubed(clustered("a1", "b1"))).toMatchObject({ precision: 0.5, recall: 1 });
  // The example of Bagga and Baldwin: clusters of 5 and of 2 + 5; the last joins two that are
  // separate.
  const example = clustered(..."11111".split("").map((one) => `a${one}`), "b2", "b2").concat(
    clustered("c2", "c2", "c2", "c2", "c2"),
  );
  expect(bCubed(example).precision).toBeCloseTo(0.7619, 4);
});

test("a false merge is an item in a cluster of others", () => {
  expect(falseMerges(clustered("a1", "a1", "a1", "b1", "b2"))).toBeCloseTo(1 / 3);
  expect(falseMerges(clustered("a1", "b2"))).toBe(0);
});

test("the calibration error is the mean distance of the predicted from the observed frequency", () => {
  const said = (probability: number, ...rights: boolean[]) =>
    rights.map((isRight) => ({ probability, isRight }));
  expect(calibrationError(said(0.75, true, true, true, false))).toBeCloseTo(0);
  expect(calibrationError([...said(0.95, false, false), ...said(0.05, false, false)])).toBeCloseTo(
    0.5,
  );
});

/** Standard measures of classification, clustering and calibration. */

/**
 * The mean of 2TP / (2TP + FP + FN) over the classes. A class that is neither true nor predicted
 * anywhere is left out.
 */
export function macroF1<Class extends string>(
  classes: readonly Class[],
  pairs: readonly { truth: Class | null; predicted: Class | null }[],
): number {
  const scores = classes.flatMap((one) => {
    const hits = pairs.filter(({ truth, predicted }) => truth === one && predicted === one).length;
    const named = pairs.filter(({ truth, predicted }) => truth === one || predicted === one);
    return named.length === 0 ? [] : [(2 * hits) / (named.length + hits)];
  });
  return mean(scores);
}

/** Counts the members of all sets together. */
export function precisionRecall(
  pairs: readonly { truth: readonly string[]; predicted: readonly string[] }[],
): { precision: number; recall: number } {
  let [hits, truths, predictions] = [0, 0, 0];
  for (const { truth, predicted } of pairs) {
    hits += predicted.filter((one) => truth.includes(one)).length;
    truths += truth.length;
    predictions += predicted.length;
  }
  return { precision: ratio(hits, predictions), recall: ratio(hits, truths) };
}

export type Clustered = { truth: string; predicted: string };

/** B³ (Bagga and Baldwin, 1998): precision and recall of each item's cluster, averaged over the items. */
export function bCubed(items: readonly Clustered[]): {
  precision: number;
  recall: number;
  f1: number;
} {
  const truths = Map.groupBy(items, ({ truth }) => truth);
  const predictions = Map.groupBy(items, ({ predicted }) => predicted);
  const shares = items.map(({ truth, predicted }) => {
    const found = predictions.get(predicted) ?? [];
    const both = found.filter((one) => one.truth === truth).length;
    return [both / found.length, both / (truths.get(truth)?.length ?? 1)] as const;
  });
  const precision = mean(shares.map(([share]) => share));
  const recall = mean(shares.map(([, share]) => share));
  return { precision, recall, f1: ratio(2 * precision * recall, precision + recall) };
}

/** The share of items that joined a cluster whose majority has another truth. */
export function falseMerges(items: readonly Clustered[]): number {
  const clusters = [...Map.groupBy(items, ({ predicted }) => predicted).values()];
  let [joined, wrong] = [0, 0];
  for (const cluster of clusters) {
    const sizes = [...Map.groupBy(cluster, ({ truth }) => truth).values()].map((of) => of.length);
    joined += cluster.length - 1;
    wrong += cluster.length - Math.max(...sizes);
  }
  return ratio(wrong, joined);
}

const BINS = 10;

/** Expected calibration error over ten bins of equal width. */
export function calibrationError(
  said: readonly { probability: number; isRight: boolean }[],
): number {
  const bins = Map.groupBy(said, ({ probability }) =>
    Math.min(BINS - 1, Math.floor(probability * BINS)),
  );
  return [...bins.values()].reduce((error, bin) => {
    const confidence = mean(bin.map(({ probability }) => probability));
    const right = mean(bin.map(({ isRight }) => (isRight ? 1 : 0)));
    return error + (bin.length / said.length) * Math.abs(confidence - right);
  }, 0);
}

export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function mean(values: readonly number[]): number {
  return ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

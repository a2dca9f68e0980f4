/** How near a mark is to liquidating a position. */
export type Nearness = "calm" | "caution" | "danger";

const CAUTION_PPM = 150_000n;
const DANGER_PPM = 50_000n;

/** `distancePpm`: the way of the mark to the liquidation price as a share of the mark, in parts per million. */
export function liquidationNearness(distancePpm: bigint): Nearness {
  if (distancePpm < DANGER_PPM) return "danger";
  return distancePpm < CAUTION_PPM ? "caution" : "calm";
}

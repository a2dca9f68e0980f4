/** How close a mark is to the liquidation price. */
export type Nearness = "calm" | "caution" | "danger";

const CAUTION_PPM = 150_000n;
const DANGER_PPM = 50_000n;

/** `distancePpm`: distance of the mark to the liquidation price, in parts per million of the mark. */
export function liquidationNearness(distancePpm: bigint): Nearness {
  if (distancePpm < DANGER_PPM) return "danger";
  return distancePpm < CAUTION_PPM ? "caution" : "calm";
}

import { describe, expect, it } from "vitest";
import { ClockSamples } from "./server-clock.ts";

describe("the other clock", () => {
  it("is not known before it is looked at", () => {
    expect(new ClockSamples().best).toBeUndefined();
  });

  it("is believed by the quickest look", () => {
    const samples = new ClockSamples();
    samples.add({ skewMs: 140, roundTripMs: 300 });
    samples.add({ skewMs: 12, roundTripMs: 8 });
    samples.add({ skewMs: 60, roundTripMs: 120 });
    expect(samples.best?.skewMs).toBe(12);
  });

  it("is learnt anew when this computer's clock has been set", () => {
    const samples = new ClockSamples();
    samples.add({ skewMs: 12, roundTripMs: 8 });
    samples.add({ skewMs: -59_900, roundTripMs: 90 });
    expect(samples.best?.skewMs).toBe(-59_900);
  });

  it("is followed when it drifts: old looks are forgotten", () => {
    const samples = new ClockSamples();
    samples.add({ skewMs: 0, roundTripMs: 2 });
    for (let sample = 1; sample <= 8; sample += 1)
      samples.add({ skewMs: sample * 5, roundTripMs: 20 });
    expect(samples.best?.skewMs).toBeGreaterThan(0);
  });
});

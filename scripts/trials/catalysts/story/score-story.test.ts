/**
 * The goals of the design on development days of the story. Nothing here depends on time, so the
 * figures are exact.
 */
import { expect, test } from "vitest";
import { runStory } from "./run-story.ts";
import { scorePairs, scoreStories } from "./score-story.ts";
import { makeStoryWorld } from "./story-world.ts";

test("news is classified, joined and confirmed as the goals require, and moves get their causes better than by the nearest headline", () => {
  const score = scoreStories(
    ["dev-1", "dev-2", "dev-3"].map((seed) => {
      const world = makeStoryWorld(seed, 2);
      return { world, result: runStory(world) };
    }),
  );
  expect(score.typeF1).toBeGreaterThanOrEqual(0.8);
  expect(score.assets.precision).toBeGreaterThanOrEqual(0.95);
  expect(score.stories.f1).toBeGreaterThanOrEqual(0.75);
  expect(score.falseMerges).toBeLessThan(0.02);
  expect(score.believedAttacks).toBe(0);
  expect(score.causes.caused).toBeGreaterThan(10);
  expect(score.causes.right).toBeGreaterThanOrEqual(0.75);
  expect(score.causes.wrong).toBeLessThanOrEqual(0.05);
  const { nearestHeadline, unexplained } = score.baselines;
  expect(nearestHeadline.wrong).toBeGreaterThan(score.causes.wrong);
  expect(unexplained.right).toBeLessThan(score.causes.right);
});

test("with two stories within half an hour, each move keeps its own cause", () => {
  const score = scorePairs(
    ["dev-1", "dev-2"].map((seed) => {
      const world = makeStoryWorld(seed, 3, true);
      return { world, result: runStory(world) };
    }),
  );
  expect(score.caused).toBeGreaterThan(4);
  expect(score.right).toBeGreaterThanOrEqual(0.75);
  expect(score.wrong).toBe(0);
});

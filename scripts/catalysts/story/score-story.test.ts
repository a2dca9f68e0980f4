/** The design's goals on development days of the story. Nothing here depends on time, so nothing is tolerated. */
import { expect, test } from "vitest";
import { tellStory } from "./run-story.ts";
import { scoreStories } from "./score-story.ts";
import { makeStoryWorld } from "./story-world.ts";

test("news is read, joined and believed as the goals say, and moves get their causes rather than the nearest headline", () => {
  const score = scoreStories(
    ["dev-1", "dev-2", "dev-3"].map((seed) => {
      const world = makeStoryWorld(seed, 2);
      return { world, told: tellStory(world) };
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

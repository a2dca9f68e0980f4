import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commentsByDomain, commentsOf, isOdd, readComments } from "./comments.ts";
import { draw } from "./sample.ts";

const MAX_ODD_SHARE = 0.02;

test("comments are read whole: blocks, runs of lines, and reasons of directives", () => {
  const source = [
    "/** Adds the fee. */",
    "// One reason,",
    "// in two lines.",
    "const a = 1; // beside code",
    "/**",
    " * A block",
    " * of two lines.",
    " */",
    "  // oxlint-disable-next-line no-empty -- filled later",
    "// ----",
  ].join("\n");
  expect(commentsOf("lib/a/b.ts", source)).toEqual([
    { path: "lib/a/b.ts", line: 1, text: "Adds the fee." },
    { path: "lib/a/b.ts", line: 2, text: "One reason, in two lines." },
    { path: "lib/a/b.ts", line: 5, text: "A block of two lines." },
    { path: "lib/a/b.ts", line: 9, text: "filled later ----" },
  ]);
});

test.each([
  "Nobody reads it.",
  "What assistants are told of a move.",
  "A cancelled share is no failure.",
  "30 fees, of which five are reversed.",
  "It ends by itself.",
  "Of each lane: its tokens.",
  "Who has the focus keeps it.",
  "The text stands above.",
])("%s is odd", (text) => {
  expect(isOdd(text)).toBe(true);
});

test.each([
  "There is no other writer.",
  "`{name}` stands for a parameter.",
  "So that keys can be told apart.",
  "It is no longer read.",
  "Who asks? The owner.",
  "The size of the order.",
])("%s is plain", (text) => {
  expect(isOdd(text)).toBe(false);
});

test("a draw gives different items, and the same ones for a seed", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const drawn = draw(items, 20, 7);
  expect(new Set(drawn).size).toBe(20);
  expect(draw(items, 20, 7)).toEqual(drawn);
  expect(draw(items, 20, 8)).not.toEqual(drawn);
  expect(draw([1, 2], 20, 7)).toHaveLength(2);
});

describe("the comments of this project", () => {
  const comments = readComments(fileURLToPath(new URL("../../../", import.meta.url)));
  const domains = commentsByDomain(comments);

  test("are found", () => {
    expect(comments.length).toBeGreaterThan(10_000);
  });

  test.each(domains)("are plain in $domain", ({ domain, comments: count, odd }) => {
    const found = comments
      .filter(({ path, text }) => path.startsWith(`${domain}/`) && isOdd(text))
      .map(({ path, line, text }) => `${path}:${line} ${text}`);
    // One odd comment may be right, also in a small domain.
    expect(odd, found.join("\n")).toBeLessThanOrEqual(Math.max(1, count * MAX_ODD_SHARE));
  });
});

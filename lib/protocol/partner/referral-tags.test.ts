/** Tags are kept whole or not at all, and always fit a cookie. */
import { expect, test } from "vitest";
import { REFERRAL_TAGS, readTags, TAG_LENGTH, tagQuery } from "./referral-tags.ts";

const read = (query: string) => readTags(new URLSearchParams(query));

test("a sub-id and the five UTM parameters are read, and nothing else", () => {
  expect(
    read("?sub=a-1&utm_source=x&utm_medium=y&utm_campaign=z&utm_content=c&utm_term=t&gclid=1"),
  ).toEqual({
    sub: "a-1",
    utm_source: "x",
    utm_medium: "y",
    utm_campaign: "z",
    utm_content: "c",
    utm_term: "t",
  });
  expect(read("?s=short")).toEqual({ sub: "short" });
  expect(read("?s=short&sub=long")).toEqual({ sub: "long" });
  expect(read("?utm_campaign=Frühling%202026&utm_source=%20نشرة%20")).toEqual({
    utm_campaign: "Frühling 2026",
    utm_source: "نشرة",
  });
});

test.each([
  ["empty", "?sub="],
  ["blank", "?sub=%20%20"],
  ["too long", `?sub=${"x".repeat(TAG_LENGTH + 1)}`],
  ["with a control character", "?sub=a%00b"],
  ["with a line break", "?sub=a%0Ab"],
  ["with markup", "?sub=%3Cb%3E"],
  ["with a formula", "?sub=%3D1%2B1"],
  ["with a quote", "?sub=a%22b"],
  ["a mail address", "?sub=ada@example.com"],
])("a tag that is %s is left out", (_, query) => {
  expect(read(query)).toEqual({});
  expect(read(`${query}&utm_source=x`)).toEqual({ utm_source: "x" });
});

test("all tags together fit a cookie, in any script", () => {
  const longest = "ж".repeat(TAG_LENGTH);
  const tags = read(new URLSearchParams(REFERRAL_TAGS.map((name) => [name, longest])).toString());
  expect(Object.keys(tags)).toEqual(["sub", "utm_source", "utm_medium"]);
  expect(tagQuery(tags).length).toBeLessThan(2_001);
});

test("the query of tags gives the same tags", () => {
  const tags = read("?sub=a|b:c&utm_campaign=Frühling+2026");
  expect(read(tagQuery(tags))).toEqual(tags);
  expect(tagQuery({})).toBe("");
});

/** Headers of an owner's own are sealed for their webhook, origin and name, and cannot take the place of the service's. */
import { expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { changeHeaders, openHeaders, withoutValues } from "./own-headers.ts";

const SECRET = new Secret("e".repeat(32));
const PLACE = { id: "whk_1", url: "https://hooks.example/in?a=1" };
const terms = { now: 1, secret: SECRET };
const made = (headers: Record<string, string>) => changeHeaders(PLACE, headers, terms);
const opened = (headers: ReturnType<typeof made>, place = PLACE) =>
  openHeaders({ ...place, headers }, SECRET);

test("stored headers have no value in the clear, and open to what was set", () => {
  const headers = made({ Authorization: "Bearer tok_1", "X-Tenant": "blue green" });
  expect(JSON.stringify(headers)).not.toMatch(/tok_1|blue/);
  expect(headers.map(({ name, at }) => [name, at])).toEqual([
    ["Authorization", 1],
    ["X-Tenant", 1],
  ]);
  expect(opened(headers)).toEqual({ Authorization: "Bearer tok_1", "X-Tenant": "blue green" });
});

test.each([
  ["another webhook", { ...PLACE, id: "whk_2" }],
  ["another origin", { ...PLACE, url: "https://other.example/in" }],
  ["another port", { ...PLACE, url: "https://hooks.example:8443/in" }],
])("a value that was copied to %s does not open", (_, place) => {
  expect(opened(made({ Authorization: "Bearer tok_1" }), place)).toBeUndefined();
});

test("a value under another name does not open, and neither does one under another key", () => {
  const [header] = made({ Authorization: "Bearer tok_1" });
  const renamed = [{ ...header!, name: "X-Public" }];
  expect(opened(renamed)).toBeUndefined();
  const other = new Secret("f".repeat(32));
  expect(openHeaders({ ...PLACE, headers: [header!] }, other)).toBeUndefined();
});

test("a change sets and removes the headers that it names, and keeps the others", () => {
  const before = { ...PLACE, headers: made({ Authorization: "one", "X-Tenant": "blue" }) };
  const change = (changes: Record<string, string | null>, url = PLACE.url) =>
    changeHeaders({ ...PLACE, url }, changes, { ...terms, now: 2, before });
  expect(opened(change({ authorization: "two" }))).toEqual({
    authorization: "two",
    "X-Tenant": "blue",
  });
  expect(change({ authorization: "two" }).map(({ at }) => at)).toEqual([2, 1]);
  expect(opened(change({ "x-tenant": null }))).toEqual({ Authorization: "one" });
  const path = "https://hooks.example/other";
  expect(opened(change({}, path), { ...PLACE, url: path })).toHaveProperty("Authorization", "one");
});

test("at another origin only what the change itself sets is left", () => {
  const before = { ...PLACE, headers: made({ Authorization: "one", "X-Tenant": "blue" }) };
  for (const url of ["https://other.example/in", "https://hooks.example:444/in"]) {
    const next = { ...PLACE, url };
    expect(changeHeaders(next, {}, { ...terms, before })).toEqual([]);
    const headers = changeHeaders(next, { "X-Tenant": "red" }, { ...terms, before });
    expect(opened(headers, next)).toEqual({ "X-Tenant": "red" });
  }
});

test.each([
  "Content-Type",
  "content-length",
  "HOST",
  "Cookie",
  "Connection",
  "Transfer-Encoding",
  "TE",
  "Proxy-Authorization",
  "Webhook-Signature",
  "webhook-delivery",
  "X-Svc-Signature",
  "X-Forwarded-For",
  "Forwarded",
  "User-Agent",
  "Accept-Encoding",
  "Expect",
  "Upgrade",
])("the reserved name %s is refused and named", (name) => {
  expect(() => made({ [name]: "value" })).toThrow(`headers.${name} is not valid`);
});

test.each([
  ["", "v"],
  ["a b", "v"],
  ["a:b", "v"],
  ["näme", "v"],
  ["x\r\ny", "v"],
  ["x".repeat(65), "v"],
  ["X-A", ""],
  ["X-A", " tok_1"],
  ["X-A", "tok_1 "],
  ["X-A", "tok_1\r\nX-B: w"],
  ["X-A", "tok_1\nw"],
  ["X-A", "tab\there"],
  ["X-A", "ü"],
  ["X-A", "x".repeat(1_025)],
])("the header %j with the value %j is refused, and the value is not repeated", (name, value) => {
  let message = "";
  try {
    made({ [name]: value });
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toMatch(/^headers\S* is not valid/);
  if (value.length > 1) expect(message).not.toContain(value.trim());
});

test("a header is given once, and there are ten at most", () => {
  expect(() => made({ "X-A": "1", "x-a": "2" })).toThrow("given twice");
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`X-${index}`, "v"]));
  const before = { ...PLACE, headers: made(many) };
  expect(() => changeHeaders(PLACE, { "X-More": "v" }, { ...terms, before })).toThrow("10 headers");
  const swapped = changeHeaders(PLACE, { "X-More": "v", "X-0": null }, { ...terms, before });
  expect(swapped).toHaveLength(10);
});

test("values disappear from an answer that repeats the request", () => {
  const headers = { Authorization: "Bearer tok_12345", "X-Key": "k".repeat(8), "X-Short": "ab" };
  const text = "got Bearer tok_12345, tok_12345, kkkkkkkk and ab";
  expect(withoutValues(text, headers)).toBe("got ••••••, ••••••, •••••• and ab");
});

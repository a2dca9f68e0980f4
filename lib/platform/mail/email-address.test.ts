import { describe, expect, it } from "vitest";
import { EmailAddress } from "./email-address.ts";

const parse = (text: string) => EmailAddress.safeParse(text).data;

describe("an email address", () => {
  it("is kept in lower case, without spaces around it", () => {
    expect(parse("  First.Last+tag@Sub.Example.COM\n")).toBe("first.last+tag@sub.example.com");
  });

  it("has at most 254 characters", () => {
    const domain = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example.com`;
    const local = "x".repeat(254 - domain.length - 1);
    expect(parse(`${local}@${domain}`)).toBeDefined();
    expect(parse(`${local}x@${domain}`)).toBeUndefined();
    expect(parse(`${"x".repeat(65)}@example.com`)).toBeUndefined();
  });

  it.each([
    ["a line break", "a@example.com\r\nBcc: b@example.com"],
    ["a line break in the middle", "a\n@example.com"],
    ["a list of addresses", "a@example.com,b@example.com"],
    ["an address with a name", "A <a@example.com>"],
    ["a quoted part", '"a b"@example.com'],
    ["a comment", "a(b)@example.com"],
    ["two at signs", "a@b@example.com"],
    ["a space", "a b@example.com"],
    ["a NUL", "a\u0000@example.com"],
    ["no domain", "a@"],
    ["one label", "a@localhost"],
    ["an IP address as domain", "a@[127.0.0.1]"],
    ["an empty label", "a@example..com"],
    ["a label that ends in a hyphen", "a@example-.com"],
    ["a dot at the start", ".a@example.com"],
    ["a dot at the end", "a.@example.com"],
    ["two dots", "a..b@example.com"],
    ["a letter that becomes an ASCII one in lower case", "\u212A@example.com"],
    ["nothing", ""],
  ])("is not %s", (_what, text) => {
    expect(parse(text)).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import { requireOwnName } from "./host-names.ts";

const own = ["sandbox.example.com"];

describe("a request to the sandbox", () => {
  test.each([
    "127.0.0.1:4100",
    "localhost:4100",
    "app.localhost:4100",
    "[::1]:4100",
    "192.0.2.7:4100",
    "sandbox:4100",
    "sandbox.example.com",
  ])("for %s is answered", (host) => {
    expect(() => requireOwnName({ host }, own)).not.toThrow();
  });

  test.each([
    "rebind.evil.example",
    "rebind.evil.example:4100",
    "127.0.0.1.evil.example",
    "",
    "a b",
  ])(
    "for %j is refused, because a stranger's page may have pointed its name at this address",
    (host) => {
      expect(() => requireOwnName({ host }, own)).toThrow("under this host name");
    },
  );

  test("without a host is refused", () => {
    expect(() => requireOwnName({}, own)).toThrow("under this host name");
  });

  test("from another site's page is refused, and from a page without referrer is not", () => {
    const host = "localhost:4100";
    expect(() => requireOwnName({ host, origin: "https://evil.example" }, own)).toThrow(
      "pages of its own origin",
    );
    expect(() => requireOwnName({ host, origin: "not a url" }, own)).toThrow(
      "pages of its own origin",
    );
    for (const origin of ["null", "http://localhost:4100", "http://127.0.0.1:3000"]) {
      expect(() => requireOwnName({ host, origin }, own)).not.toThrow();
    }
  });
});

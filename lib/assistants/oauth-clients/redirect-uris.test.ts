/** Which redirect addresses a client may register, and which count as the same. */
import { describe, expect, test } from "vitest";
import { isSameRedirect, redirectHost, redirectKind, redirectProblem } from "./redirect-uris.ts";

const OWN = "https://dex.example";

describe("a client may register", () => {
  test.each([
    "https://claude.ai/api/mcp/auth_callback",
    "https://app.example:8443/cb?tenant=1",
    "https://localhost:3000/cb",
    "http://localhost/callback",
    "http://localhost:8080",
    "http://127.0.0.1:33418/",
    "http://[::1]:4711/cb",
    "http://127.0.0.1?from=app",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/did-authenticate",
    "vscode-insiders://publisher.extension/cb",
    "com.example.app:/oauth2redirect",
    "com.example.app://oauth",
  ])("%s", (uri) => {
    expect(redirectProblem(uri, OWN)).toBeUndefined();
  });
});

describe("a client may not register", () => {
  test.each([
    ["http elsewhere", "http://app.example/cb"],
    ["http elsewhere that begins like this machine", "http://localhost.example/cb"],
    ["http elsewhere behind a user named localhost", "http://localhost@app.example/cb"],
    ["http elsewhere behind an address of this machine", "http://127.0.0.1.example/cb"],
    ["a private network", "http://192.168.0.10/cb"],
    ["another loopback address", "http://127.0.0.2/cb"],
    ["this machine spelled as a number", "http://2130706433/cb"],
    ["this machine spelled in capitals", "http://LOCALHOST/cb"],
    ["a fragment", "https://app.example/cb#here"],
    ["an empty fragment", "https://app.example/cb#"],
    ["a user", "https://claude.ai@evil.example/cb"],
    ["an empty user", "https://@evil.example/cb"],
    ["a wildcard", "https://*.example.com/cb"],
    ["a script", "javascript:alert(1)"],
    ["a script in capitals", "JavaScript://x/%0aalert(1)"],
    ["a script that looks like an address", "javascript://x/%0aalert(1)"],
    ["data", "data:text/html,x"],
    ["data with slashes", "data://x/y"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://app.example/1"],
    ["a scheme that the system opens by itself", "ms-settings:/display"],
    ["an extension of a browser", "chrome-extension://abc/cb"],
    ["a scheme that opens a site in a browser", "googlechromes://evil.example/cb"],
    ["this service", "https://dex.example/developers"],
    ["this service with its port", "https://dex.example:443/cb"],
    ["this service in capitals", "https://DEX.example/cb"],
    ["this service with a dot behind its name", "https://dex.example./cb"],
    ["an intent", "intent://x/#Intent;end"],
    ["a socket", "wss://app.example/cb"],
    ["a mail", "mailto:/a@b.example"],
    ["a scheme with nothing after it", "cursor:callback"],
    ["the old out-of-band form", "urn:ietf:wg:oauth:2.0:oob"],
    ["a path alone", "/callback"],
    ["a host alone", "//app.example/cb"],
    ["https without its slashes", "https:app.example/cb"],
    ["a space", "https://app.example/a b"],
    ["a line break", "https://app.example/\r\ncb"],
    ["a backslash", "https://app.example\\@evil.example/cb"],
    ["letters beyond ASCII", "https://äpp.example/cb"],
    ["more than 2048 characters", `https://app.example/${"a".repeat(2_029)}`],
    ["nothing", ""],
    ["a number", 7],
    ["an invalid port", "https://app.example:99999/cb"],
  ])("%s", (_, uri) => {
    expect(redirectProblem(uri, OWN)).toMatch(/^[\x20-\x7e]{5,}$/);
  });

  test("an address that is one character too long", () => {
    const longest = `https://app.example/${"a".repeat(2_028)}`;
    expect(longest).toHaveLength(2_048);
    expect(redirectProblem(longest, OWN)).toBeUndefined();
    expect(redirectProblem(`${longest}a`, OWN)).toBeDefined();
  });
});

describe("a client of a service on this machine", () => {
  const own = "http://localhost:3000";

  test.each([
    "http://localhost:3000/cb",
    "http://127.0.0.1:3000/developers",
    "http://[::1]:3000/cb",
    "https://localhost:3000/cb",
    "https://app.localhost:3000/cb",
    "https://127.0.0.2:3000/cb",
    "https://0x7f.1:3000/cb",
    "https://[::ffff:127.0.0.1]:3000/cb",
    "https://0.0.0.0:3000/cb",
  ])("may not register %s, which is the service", (uri) => {
    expect(redirectProblem(uri, own)).toBe("must not be this service");
  });

  test.each(["http://localhost:3001/cb", "http://127.0.0.1/cb", "https://app.example:3000/cb"])(
    "may register %s",
    (uri) => {
      expect(redirectProblem(uri, own)).toBeUndefined();
    },
  );
});

describe("the port of an http address of this machine is ignored", () => {
  test.each([
    ["http://localhost/callback", "http://localhost:55611/callback"],
    ["http://127.0.0.1/", "http://127.0.0.1:33418/"],
    ["http://127.0.0.1:33418/", "http://127.0.0.1:59656/"],
    ["http://127.0.0.1:33418/", "http://127.0.0.1/"],
    ["http://127.0.0.1", "http://127.0.0.1:1234/"],
    ["http://[::1]/cb?a=1", "http://[::1]:1/cb?a=1"],
  ])("%s matches %s", (registered, requested) => {
    expect(isSameRedirect(registered, requested)).toBe(true);
  });
});

describe("every other difference counts", () => {
  test.each([
    ["http://localhost/callback", "http://127.0.0.1/callback"],
    ["http://127.0.0.1/callback", "http://[::1]:80/callback"],
    ["http://localhost/callback", "http://localhost:1/callback/"],
    ["http://localhost/callback", "http://localhost:1/callback/../other"],
    ["http://localhost/callback", "http://localhost:1/Callback"],
    ["http://localhost/callback", "http://localhost:1/callback?next=x"],
    ["http://localhost/callback", "http://localhost:1/callback#x"],
    ["http://localhost/callback", "http://localhost:99999/callback"],
    ["http://localhost/callback", "http://localhost:1@evil.example/callback"],
    ["http://localhost/callback", "http://localhost:1.evil.example/callback"],
    ["http://localhost/callback", "https://localhost:1/callback"],
    ["https://localhost/callback", "https://localhost:1/callback"],
    ["https://app.example/cb", "https://app.example:443/cb"],
    ["https://app.example/cb", "https://app.example/cb/"],
    ["https://app.example/cb", "https://app.example/cb?x=1"],
    ["https://app.example/cb", "https://sub.app.example/cb"],
    ["https://app.example/cb", "https://APP.example/cb"],
    ["https://app.example/cb", "http://app.example/cb"],
    ["cursor://a/cb", "cursor://a:1/cb"],
    ["cursor://a/cb", "cursor://a/cb/"],
  ])("%s does not match %s", (registered, requested) => {
    expect(isSameRedirect(registered, requested)).toBe(false);
  });

  test.each(["https://app.example/cb", "cursor://a/cb", "http://localhost:1/cb"])(
    "%s matches itself",
    (uri) => {
      expect(isSameRedirect(uri, uri)).toBe(true);
    },
  );
});

test.each([
  ["https://app.example/cb", "https", "app.example"],
  ["https://app.example:8443/cb", "https", "app.example:8443"],
  ["https://localhost:3000/cb", "loopback", "localhost"],
  ["http://127.0.0.1:33418/", "loopback", "127.0.0.1"],
  ["http://[::1]:1/", "loopback", "[::1]"],
  ["cursor://anysphere.cursor-mcp/oauth/callback", "scheme", "cursor:"],
  ["com.example.app:/cb", "scheme", "com.example.app:"],
])("%s is described to people as %s, %s", (uri, kind, host) => {
  expect([redirectKind(uri), redirectHost(uri)]).toEqual([kind, host]);
});

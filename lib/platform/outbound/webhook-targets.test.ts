/**
 * Deliveries reach only public receivers. This is checked at the registration and at each attempt,
 * whatever a name resolves to.
 */
import { describe, expect, test } from "vitest";
import type { AllowedTargets } from "#lib/platform/config/allowed-targets.ts";
import { sendOutbound } from "#lib/platform/outbound/guarded-request.ts";
import { readTarget, targetProblem, webhookNetwork, webhookTargets } from "./webhook-targets.ts";

const NONE: AllowedTargets = { hosts: [], networks: [], exact: [] };
const PRODUCTION = {
  baseUrl: "https://app.example",
  sandboxUrl: undefined,
  host: "127.0.0.1",
  webhookTargets: NONE,
  blockedWebhookTargets: NONE,
  ownPorts: [3000, 4000],
};
/** Everything on this machine. */
const LOCAL = {
  ...PRODUCTION,
  baseUrl: "http://localhost:3000",
  sandboxUrl: "http://127.0.0.1:4100",
  ownPorts: [3000, 4000, 4100],
};
type Terms = typeof PRODUCTION | typeof LOCAL;

function registered(url: string, terms: Terms = PRODUCTION): string {
  try {
    return readTarget(url, terms);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/**
 * The failure of an attempt when the name resolves to these addresses. The rule refuses an address
 * before a connection.
 */
async function attempted(
  url: string,
  { addresses = [], terms = PRODUCTION }: { addresses?: string[]; terms?: Terms } = {},
): Promise<unknown> {
  const network = { ...webhookNetwork(terms), resolve: async () => addresses };
  const request = { headers: {}, body: Buffer.from("{}"), mostRedirects: 0 } as const;
  const limits = { timeoutMs: 100, maxBytes: 1 };
  return sendOutbound({ url: new URL(url), ...request, ...limits }, network).then(
    () => "sent",
    ({ failure }: { failure: unknown }) => failure,
  );
}

const ADDRESSES = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:169.254.169.254",
  "::ffff:8.8.8.8",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a00:1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fdff:ffff::1",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
];

describe.each(ADDRESSES)("the address %s", (address) => {
  const host = address.includes(":") ? `[${address}]` : address;

  test("is refused in a URL", async () => {
    for (const scheme of ["https", "http"]) {
      expect(registered(`${scheme}://${host}/in`)).toBe("WEBHOOK_TARGET_REFUSED");
      expect(await attempted(`${scheme}://${host}/in`)).toBe("target_refused");
    }
  });

  test("is refused behind a name, also beside a public address", async () => {
    const url = "https://hooks.example/in";
    for (const addresses of [[address], ["8.8.8.8", address], [address, "2606:4700::1111"]]) {
      expect(await attempted(url, { addresses })).toBe("target_refused");
    }
  });
});

test.each([
  ["hexadecimal", "https://0x7f.1/"],
  ["hexadecimal in one", "https://0x7f000001/"],
  ["a number", "https://2130706433/"],
  ["octal", "https://017700000001/"],
  ["octal parts", "https://0177.0.0.1/"],
  ["short", "https://127.1/"],
  ["a full stop behind it", "https://127.0.0.1./"],
  ["escapes", "https://%31%32%37.0.0.1/"],
  ["wide digits", "https://１２７.０.０.１/"],
  ["wide full stops", "https://127。0。0。1/"],
  ["circled digits", "https://①②⑦.⓪.⓪.①/"],
  ["an octal private network", "https://012.0.0.1/"],
  ["the metadata service as a number", "https://2852039166/"],
  ["this machine", "https://localhost/"],
  ["capitals", "https://LOCALHOST/"],
  ["a full stop", "https://localhost./"],
  ["a name below it", "https://foo.localhost/"],
  ["a name below it with a full stop", "https://foo.localhost./"],
  ["wide letters", "https://ｌｏｃａｌｈｏｓｔ/"],
  ["circled letters", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/"],
  ["a wide full stop", "https://localhost。/"],
  ["a soft hyphen", "https://local\u00ADhost/"],
  ["a long s", "https://localhoſt/"],
  ["script letters", "https://𝓵𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽/"],
  ["the service", "https://app.example/in"],
  ["the service in capitals", "https://APP.example/in"],
  ["the service with a full stop", "https://app.example./in"],
  ["the service with its port", "https://app.example:443/in"],
  ["another port of the service's name", "https://app.example:8443/in"],
  ["the service in wide letters", "https://ａｐｐ.example/in"],
])("this machine and this service are refused in other spellings: %s", async (_, url) => {
  expect(registered(url)).toBe("WEBHOOK_TARGET_REFUSED");
  // The name server's answer does not matter.
  expect(await attempted(url, { addresses: ["8.8.8.8"] })).toBe("target_refused");
});

test("a name that only looks like localhost is a name like any other", async () => {
  const url = "https://l\u043Ecalhost/";
  expect(registered(url)).toBe("https://xn--lcalhost-nbh/");
  expect(await attempted(url, { addresses: ["127.0.0.1"] })).toBe("target_refused");
});

test.each([
  "0",
  "22",
  "25",
  "53",
  "110",
  "143",
  "465",
  "587",
  "993",
  "2049",
  "6000",
  "6667",
  "10080",
])("port %s is refused", async (port) => {
  const url = `https://hooks.example:${port}/in`;
  expect(registered(url)).toBe("WEBHOOK_TARGET_REFUSED");
  expect(await attempted(url, { addresses: ["8.8.8.8"] })).toBe("target_refused");
});

test.each([
  ["no address", "hooks.example/in"],
  ["another scheme", "ftp://hooks.example/in"],
  ["a file", "file:///etc/passwd"],
  ["a user", "https://user@hooks.example/in"],
  ["a password", "https://:secret@hooks.example/in"],
  ["an address as the user", "https://hooks.example@10.0.0.1/in"],
  ["a fragment", "https://hooks.example/in#here"],
  ["an empty fragment", "https://hooks.example/in#"],
  ["an address that is too long", `https://hooks.example/${"x".repeat(2_048)}`],
  ["an address that is too long with its escapes", `https://hooks.example/${"ä".repeat(1_000)}`],
  ["a port that is none", "https://hooks.example:65536/in"],
])("a URL with %s is invalid", (_, url) => {
  expect(registered(url)).toBe("INVALID_FIELD");
});

test.each(["http://hooks.example/in", "http://8.8.8.8/in"])(
  "%s is refused: deliveries are encrypted",
  async (url) => {
    expect(registered(url)).toBe("WEBHOOK_TARGET_REFUSED");
    expect(await attempted(url, { addresses: ["8.8.8.8"] })).toBe("target_refused");
  },
);

test.each([
  ["https://hooks.example/in?a=1", "https://hooks.example/in?a=1"],
  ["https://Hooks.Example:8443", "https://hooks.example:8443/"],
  ["https://8.8.8.8/in", "https://8.8.8.8/in"],
  ["https://[2606:4700::1111]/in", "https://[2606:4700::1111]/in"],
])("%s is taken", (url, stored) => {
  expect(registered(url)).toBe(stored);
  expect(webhookNetwork(PRODUCTION).targets(new URL(stored), "8.8.8.8")).toBe(true);
});

describe("beside a sandbox on this machine", () => {
  test("deliveries may go to other ports of it, over plain HTTP", () => {
    for (const url of ["http://localhost:8080/in", "http://127.0.0.1:8080/in"]) {
      expect(registered(url, LOCAL)).toBe(url);
    }
    for (const url of [
      "http://10.0.0.1/in",
      "http://hooks.example/in",
      "https://localhost:8080/",
    ]) {
      expect(registered(url, LOCAL)).toBe("WEBHOOK_TARGET_REFUSED");
    }
  });

  test("the sandbox's receiver is allowed, and its other paths are not", async () => {
    expect(registered("http://127.0.0.1:4100/hooks/mine", LOCAL)).toContain("/hooks/mine");
    for (const path of ["/", "/faucet", "/hooks", "/hooks/../faucet", "/hooks/%2e%2e/faucet"]) {
      const url = `http://127.0.0.1:4100${path}`;
      expect(registered(url, LOCAL)).toBe("WEBHOOK_TARGET_REFUSED");
      expect(await attempted(url, { terms: LOCAL })).toBe("target_refused");
    }
  });

  test.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "foo.localhost",
    "127.0.0.1",
    "127.1",
    "127.8.8.8",
    "0x7f.1",
    "2130706433",
    "0.0.0.0",
    "0",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
  ])("the service's own ports are refused at %s", async (host) => {
    for (const port of LOCAL.ownPorts) {
      const url = `http://${host}:${port}/in`;
      expect(registered(url, LOCAL)).toBe("WEBHOOK_TARGET_REFUSED");
      expect(await attempted(url, { terms: LOCAL, addresses: ["127.0.0.1"] })).toBe(
        "target_refused",
      );
    }
  });
});

test("a host that the operator opens at one port is accepted over plain HTTP at this port only", () => {
  const webhookTargets = { ...NONE, exact: ["relay.internal:9000"] };
  const terms = { ...PRODUCTION, webhookTargets };
  expect(registered("http://relay.internal:9000/in", terms)).toContain(":9000");
  expect(registered("http://relay.internal:9001/in", terms)).toBe("WEBHOOK_TARGET_REFUSED");
});

describe("what an operator blocked for all accounts", () => {
  const terms = {
    ...PRODUCTION,
    webhookTargets: { ...NONE, hosts: ["hooks.internal"] },
    blockedWebhookTargets: {
      hosts: ["flooded.example", "hooks.internal"],
      networks: ["203.0.114.0/24"],
      exact: ["shared.example:8443", "198.41.0.4:443"],
    },
  };

  test.each([
    "https://flooded.example/in",
    "https://FLOODED.example./in",
    "https://any.name.flooded.example:9000/in",
    "http://hooks.internal/in",
    "https://shared.example:8443/in",
    "https://203.0.114.9/in",
    "https://198.41.0.4/in",
  ])("%s is refused at the registration", (url) => {
    expect(registered(url, terms)).toBe("WEBHOOK_TARGET_REFUSED");
    expect(targetProblem(url, terms)).toBe("blocked");
  });

  test("is not reached under another name for its address", async () => {
    const sent = (address: string) =>
      attempted("https://other.example/in", { addresses: [address], terms });
    expect(await sent("203.0.114.9")).toBe("target_refused");
    expect(await sent("198.41.0.4")).toBe("target_refused");
    expect(webhookTargets(terms)(new URL("https://other.example/in"), "203.0.115.9")).toBe(true);
  });

  test("does not include other ports, or names that only end alike", () => {
    expect(registered("https://shared.example/in", terms)).toBe("https://shared.example/in");
    expect(registered("https://notflooded.example/in", terms)).toContain("https://");
  });
});

test("a service that listens on the network allows no target on this machine", async () => {
  const terms = { ...LOCAL, host: "0.0.0.0" };
  for (const url of ["http://127.0.0.1:9000/in", "http://127.0.0.1:4100/hooks/mine"]) {
    expect(registered(url, LOCAL)).toBe(url);
    expect(registered(url, terms)).toBe("WEBHOOK_TARGET_REFUSED");
  }
});

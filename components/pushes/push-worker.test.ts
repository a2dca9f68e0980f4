/**
 * The service worker on a press: it opens a page of this site, also in browsers without
 * `URL.parse`.
 */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const ORIGIN = "https://svc.example";
const SOURCE = readFileSync("public/push-worker.js", "utf8");

class OldUrl {
  readonly origin: string;
  readonly href: string;

  constructor(path: string, base: string) {
    ({ origin: this.origin, href: this.href } = new URL(path, base));
  }
}

/** The address that a press on a notification opens. */
async function opened(path: unknown): Promise<string[]> {
  const listeners = new Map<string, (event: object) => void>();
  const addresses: string[] = [];
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    clients: {
      matchAll: async () => [],
      openWindow: async (address: string) => addresses.push(address),
    },
  };
  runInNewContext(SOURCE, { self, URL: OldUrl });
  let work: unknown;
  listeners.get("notificationclick")?.({
    notification: { close: () => undefined, data: { path } },
    waitUntil: (promise: unknown) => {
      work = promise;
    },
  });
  await work;
  return addresses;
}

test.each([
  ["/calendar", `${ORIGIN}/calendar`],
  [undefined, `${ORIGIN}/`],
  ["https://evil.example/", ORIGIN],
  ["//evil.example/", ORIGIN],
  ["http://[", ORIGIN],
])("a press on a push with the path %s opens %s", async (path, address) => {
  expect(await opened(path)).toEqual([address]);
});

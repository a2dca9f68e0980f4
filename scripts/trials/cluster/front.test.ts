import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onLoopback } from "./front.ts";

const SITES = readFileSync(join(import.meta.dirname, "../../../deploy/nginx/svc.conf"), "utf8");

test("the front of a cluster has the servers of the cluster, and no TLS", () => {
  const text = onLoopback(SITES, 8_000, {
    // Ports that begin like those of the file.
    apps: ["http://127.0.0.1:40001", "http://127.0.0.1:30001"],
    venues: ["http://127.0.0.1:40012", "http://127.0.0.1:40009"],
  });
  expect([...text.matchAll(/server (127\.[^;]*);/g)].map(([, server]) => server)).toEqual([
    "127.0.0.1:40001",
    "127.0.0.1:30001",
    "127.0.0.1:40001 max_fails=0",
    "127.0.0.1:30001 max_fails=0",
    "127.0.0.1:40012",
    "127.0.0.1:40009",
  ]);
  expect(text).not.toMatch(/ssl|443|listen 80\b/);
  expect(text.match(/listen 127\.0\.0\.1:8000;/g)).toHaveLength(3);
});

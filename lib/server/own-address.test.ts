/** A local installation is used under its own address; programs, proxies and public addresses are left alone. */
import { describe, expect, test } from "vitest";
import { addressOfLocal, properAddress } from "./own-address.ts";

const BASE = "http://localhost:3000";
const page = (host: string, change: object = {}, headers: object = {}) => ({
  method: "GET",
  url: "/sign-in?next=%2Ftrade",
  headers: { host, accept: "text/html,*/*", "sec-fetch-mode": "navigate", ...headers },
  ...change,
});

describe("a page that was opened under another name of this machine", () => {
  test.each(["127.0.0.1:3000", "[::1]:3000", "127.0.0.2:3000"])(
    "at %s leads to BASE_URL",
    (host) => {
      expect(properAddress(BASE, page(host))).toBe(`${BASE}/sign-in?next=%2Ftrade`);
    },
  );

  test("leads to 127.0.0.1 where that is BASE_URL", () => {
    const base = "http://127.0.0.1:3000";
    expect(properAddress(base, page("localhost:3000"))).toBe(`${base}/sign-in?next=%2Ftrade`);
  });

  test.each([
    ["its own name", page("localhost:3000")],
    ["another port, as behind a tunnel", page("127.0.0.1:8080")],
    ["a name of the network", page("laptop.lan:3000")],
    ["no name", page("", {}, { host: undefined })],
    ["a name that is none", page("a b")],
    ["a request of a script", page("127.0.0.1:3000", {}, { "sec-fetch-mode": "cors" })],
    ["a program", page("127.0.0.1:3000", {}, { accept: "application/json" })],
    ["a write", page("127.0.0.1:3000", { method: "POST" })],
    ["a path that names a host", page("127.0.0.1:3000", { url: "//evil.example/" })],
    [
      "a path that names a host with a backslash",
      page("127.0.0.1:3000", { url: "/\\evil.example/" }),
    ],
  ])("stays at %s", (_, opened) => {
    expect(properAddress(BASE, opened)).toBeUndefined();
  });

  test("stays wherever BASE_URL is public", () => {
    for (const host of ["127.0.0.1:3000", "localhost:3000", "app.internal"]) {
      expect(properAddress("https://app.example", page(host))).toBeUndefined();
    }
  });
});

test("a visitor from the network gets the address of a local installation", () => {
  expect(addressOfLocal(BASE, "laptop.lan:3000")).toBe(BASE);
  expect(addressOfLocal(BASE, "192.168.1.20:3000")).toBe(BASE);
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", null]) {
    expect(addressOfLocal(BASE, host)).toBeUndefined();
  }
  expect(addressOfLocal("https://app.example", "laptop.lan")).toBeUndefined();
});

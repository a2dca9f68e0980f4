import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readAllowedTargets } from "#lib/platform/config/allowed-targets.ts";
import { localTargets, publicTargets, targetsBeside } from "./permitted-targets.ts";

const read = (text: string) => z.string().transform(readAllowedTargets).parse(text);

describe("public targets", () => {
  test.each([
    ["https://a.example/", "8.8.8.8", true],
    ["http://a.example/", "8.8.8.8", false],
    ["ftp://a.example/", "8.8.8.8", false],
    ["https://a.example/", "10.0.0.1", false],
    ["https://a.example/", "127.0.0.1", false],
  ])("%s at %s: %j", (url, address, isOpen) => {
    expect(publicTargets(new URL(url), address)).toBe(isOpen);
  });
});

test("targets on this machine use plain HTTP", () => {
  expect(localTargets(new URL("http://localhost:4100/"), "127.0.0.1")).toBe(true);
  expect(localTargets(new URL("http://localhost:4100/"), "8.8.8.8")).toBe(false);
  expect(localTargets(new URL("https://localhost/"), "127.0.0.1")).toBe(false);
});

describe("the operator's exceptions", () => {
  const opened = targetsBeside(
    read(
      "hooks.internal, 10.1.0.0/16, 192.168.7.7, 127.0.0.1:8080, [0:0::1]:8080, relay.internal:9000",
    ),
  );

  test.each([
    ["a public address over HTTPS", "https://a.example/", "8.8.8.8", true],
    ["a public address over HTTP", "http://a.example/", "8.8.8.8", false],
    ["a named host in a private network", "http://hooks.internal/", "10.9.0.1", true],
    ["a named host at a link-local address", "http://hooks.internal/", "169.254.169.254", false],
    ["a named host on this machine", "http://hooks.internal/", "127.0.0.1", false],
    ["a network", "https://any.example/", "10.1.2.3", true],
    ["a network next to it", "https://any.example/", "10.2.0.1", false],
    ["an address", "http://192.168.7.7/", "192.168.7.7", true],
    ["an exact address and port of this machine", "http://127.0.0.1:8080/", "127.0.0.1", true],
    ["the same over IPv6", "http://[::1]:8080/", "::1", true],
    ["another port of this machine", "http://127.0.0.1:8081/", "127.0.0.1", false],
    ["a host with its port", "http://relay.internal:9000/", "10.9.0.1", true],
    ["a host with another port", "http://relay.internal/", "10.9.0.1", false],
    ["a host with its port, on this machine", "http://relay.internal:9000/", "127.0.0.1", false],
    ["metadata over IPv6", "http://hooks.internal/", "fd00:ec2::254", false],
    ["IPv4 in the form of IPv6", "http://hooks.internal/", "::ffff:10.0.0.1", false],
    ["another scheme", "ftp://hooks.internal/", "10.9.0.1", false],
  ])("open %s", (_, url, address, isOpen) => {
    expect(opened(new URL(url), address)).toBe(isOpen);
  });

  test.each([
    "a b",
    "http://hooks.internal",
    "10.1.2.3/16",
    "10.0.0.0/33",
    "-a.internal",
    "a..b:80",
    "hooks.internal:0",
    "hooks.internal:99999",
    "127.1:80",
    "[::g]:80",
  ])("refuse %j", (entry) => {
    expect(z.string().transform(readAllowedTargets).safeParse(entry).success).toBe(false);
  });

  test("are empty by default", () => {
    expect(read("")).toEqual({ hosts: [], networks: [], exact: [] });
  });
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { billOfMaterials } from "./bill-of-materials.ts";

type Locked = { name?: string; version: string; dev?: boolean; integrity?: string };
const TEXT = readFileSync("package-lock.json", "utf8");
const { packages } = JSON.parse(TEXT) as { packages: Record<string, Locked> };
const { dependencies: direct } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
};
const bill = billOfMaterials(TEXT);
const named = new Map(bill.components.map(({ name, version }) => [`${name}@${version}`, name]));

test("names every package that a production install has, and no other", () => {
  const installed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`);
  expect([...named.keys()].toSorted()).toEqual([...new Set(installed)].toSorted());
  expect([...named.values()]).toEqual(expect.arrayContaining(Object.keys(direct)));
  expect([...named.values()]).not.toContain("vitest");
});

/** Builds of the simulated chain for machines that this lock file was not made on. No production process loads them. */
const WITHOUT_HASH = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64-gnu",
  "linux-arm64-musl",
  "linux-x64-musl",
];

test("every locked package has a hash, so that npm installs nothing else under its name", () => {
  const unhashed = Object.entries(packages).filter(([path, one]) => path !== "" && !one.integrity);
  const known = WITHOUT_HASH.map((build) => `node_modules/litesvm-${build}`);
  expect(unhashed.map(([path]) => path).toSorted()).toEqual(known);
});

test("a package that another one takes the place of is not named", () => {
  expect([...named.values()]).toContain("client-only");
  expect([...named.values()]).not.toContain("@solana-mobile/wallet-adapter-mobile");
});

test("every required package has a hash, and is needed by the service in the end", () => {
  const required = bill.components.filter(({ scope }) => scope === "required");
  expect(required.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    edges.get(ref)?.forEach(visit);
  };
  visit(bill.metadata.component["bom-ref"]);
  const unreached = required.map((one) => one["bom-ref"]).filter((ref) => !reached.has(ref));
  expect(unreached).toEqual([]);
});

test("hash, licence and address are those of the form", () => {
  const lock = {
    packages: {
      "": { name: "own", version: "1.0.0", dependencies: { "@a/b": "^1", c: "^1" } },
      "node_modules/@a/b": {
        version: "1.2.3",
        integrity: "sha512-AP8=",
        license: "MIT",
        dependencies: { c: "^2" },
      },
      "node_modules/@a/b/node_modules/c": { version: "2.0.0", license: "(MIT OR ISC)" },
      "node_modules/c": { version: "1.0.0", license: "SEE LICENSE IN x", optional: true },
      "node_modules/d": { version: "1.0.0", dev: true },
    },
  };
  const { components, dependencies } = billOfMaterials(JSON.stringify(lock));
  const a = "pkg:npm/%40a/b@1.2.3";
  expect(components[0]).toEqual({
    type: "library",
    "bom-ref": a,
    name: "@a/b",
    version: "1.2.3",
    purl: a,
    scope: "required",
    hashes: [{ alg: "SHA-512", content: "00ff" }],
    licenses: [{ license: { id: "MIT" } }],
  });
  expect(components.map(({ licenses }) => licenses).slice(1)).toEqual([
    [{ expression: "(MIT OR ISC)" }],
    [{ license: { name: "SEE LICENSE IN x" } }],
  ]);
  expect(dependencies.slice(0, 2)).toEqual([
    { ref: "pkg:npm/own@1.0.0", dependsOn: [a, "pkg:npm/c@1.0.0"] },
    { ref: a, dependsOn: ["pkg:npm/c@2.0.0"] },
  ]);
  expect(components[2]?.scope).toBe("optional");
});

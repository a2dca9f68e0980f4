/** A cluster's second venue and second app: what each of them gets, and that no plain stack has them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPersonas, openSecrets } from "#scripts/dev/data-dir.ts";
import { readStackOptions } from "./options.ts";
import { processPlans } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "cluster-plans-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VENUES = ["http://127.0.0.1:4000", "http://127.0.0.1:4001"];
const at = (port: number) => ({ port, release: () => {} });

function plans(isCluster: boolean) {
  const environment = {
    DATA_DIR: folder,
    VENUE_JOURNAL_URL: "postgres://127.0.0.1/venue",
  } as unknown as NodeJS.ProcessEnv;
  const options = { ...readStackOptions("/here", environment, { isCluster }), secondRoot: "/old" };
  const found = processPlans({
    options,
    secrets: openSecrets(folder, {}),
    endpoints: {
      app: "http://localhost:3000",
      venue: VENUES.join(","),
      sandbox: null,
      oracle: null,
      chain: null,
      destinationChain: null,
      custody: null,
      mail: null,
      personas: openPersonas(folder),
    },
    venueUrl: isCluster ? VENUES.join(",") : (VENUES[0] ?? ""),
    ports: {
      app: at(3000),
      venue: at(4000),
      ...(isCluster && { "vault-signer-1": at(4411) }),
      ...(isCluster && { "app-2": at(3001), "venue-2": at(4001) }),
    },
    say: () => {},
  });
  return Object.fromEntries(found.map(({ spec }) => [spec.name, spec]));
}

test("an app knows every port at which the stack listens, those of signers included", () => {
  const { app } = plans(true);
  expect(app?.env["LOCAL_SERVICE_PORTS"]).toBe("4000,4001,4411,3000,3001");
});

test("venues share the journal, and each has a folder and an address of its own", () => {
  const { venue, "venue-2": second } = plans(true);
  const both = [venue, second];
  expect(both.map((spec) => spec?.env["VENUE_NODE_URL"])).toEqual(VENUES);
  expect(both.map((spec) => spec?.env["DATA_DIR"])).toEqual([folder, join(folder, "second-venue")]);
  expect(new Set(both.map((spec) => spec?.env["VENUE_JOURNAL_URL"])).size).toBe(1);
  // A standby never answers /readyz.
  expect(both.map((spec) => spec?.readyPath)).toEqual(["/healthz", "/healthz"]);
});

test("apps differ in their port and their checkout alone", () => {
  const { app, "app-2": second } = plans(true);
  expect({ ...second?.env, PORT: "3000" }).toEqual(app?.env);
  expect([app?.cwd, second?.cwd]).toEqual(["/here", "/old"]);
  expect(app?.env["VENUE_URL"]).toBe(VENUES.join(","));
});

test("a plain stack has one of each, and waits until its venue is ready", () => {
  const { venue, ...others } = plans(false);
  expect(Object.keys(others)).toEqual(["app"]);
  expect([venue?.readyPath, venue?.env["VENUE_NODE_URL"]]).toEqual(["/readyz", undefined]);
});

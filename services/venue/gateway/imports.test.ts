/** A gateway's thread loads what it needs to check a request, and not the engine, which would slow down each start. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WORKER = new URL("./worker.ts", import.meta.url).href;

/** Loads the worker's modules outside a thread, where they refuse to run; prints what was loaded. */
const PROBE = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const reason = await import(${JSON.stringify(WORKER)}).catch((error) => error.message);
  console.log(JSON.stringify({ loaded, reason }));
`;

test("a gateway loads only the engine's commands, the window of timestamps and signer rules", () => {
  const probe = ["--input-type=module", "--eval", PROBE];
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const printed = execFileSync(process.execPath, probe, { cwd: root, encoding: "utf8" });
  const { loaded, reason } = JSON.parse(printed) as { loaded: string[]; reason: string };
  expect(reason).toMatch(/needs the venue that starts it/);
  const engine = loaded.flatMap((url) => /services\/venue\/engine\/(.*)$/.exec(url)?.[1] ?? []);
  expect(engine.toSorted()).toEqual([
    "command-codec.ts",
    "replay-protection.ts",
    "signer-scopes.ts",
  ]);
  const others = loaded.filter((url) =>
    /\/venue\/(journal|sequencer|follower|snapshot|history|records|calls|host)\//.test(url),
  );
  expect(others).toEqual([]);
});

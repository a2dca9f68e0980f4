/** Puts the parts of the simulated world into one process, which hands each part the settings that are its own. */
import type { ProcessPlan } from "./processes.ts";
import { WORLD_PARTS, WORLD_VARIABLE, type WorldPart, type WorldSettings } from "./world-parts.ts";

const PROGRAM = "scripts/dev/stack/world.ts";

type PartPlan = ProcessPlan & { spec: { name: WorldPart } };

/** @returns the other plans, and one for all parts of the world; the same plans when there is none */
export function withOneWorld(plans: readonly ProcessPlan[]): ProcessPlan[] {
  const parts = plans.filter(isPart);
  const [first, ...others] = parts;
  if (first === undefined) return [...plans];
  const environments = parts.map(({ spec }) => spec.env);
  const shared = Object.fromEntries(
    Object.entries(first.spec.env).filter(([key, value]) =>
      environments.every((env) => env[key] === value),
    ),
  );
  const settings: WorldSettings = Object.fromEntries(
    parts.map(({ spec }) => [spec.name, withoutShared(spec.env, shared)]),
  );
  const world: ProcessPlan = {
    spec: {
      ...first.spec,
      name: "world",
      args: [PROGRAM],
      env: {
        ...shared,
        [WORLD_VARIABLE]: JSON.stringify(settings),
      } as unknown as NodeJS.ProcessEnv,
      logPath: first.spec.logPath.replace(/[^/\\]+$/, "world.log"),
      otherUrls: others.map(({ spec }) => spec.url),
    },
    ports: parts.flatMap(({ ports }) => ports),
  };
  return [...plans.filter((plan) => !isPart(plan)), world];
}

function isPart(plan: ProcessPlan): plan is PartPlan {
  return WORLD_PARTS.some((name) => name === plan.spec.name);
}

function withoutShared(env: NodeJS.ProcessEnv, shared: object): Record<string, string> {
  const own = Object.entries(env).filter(([key]) => !(key in shared));
  return Object.fromEntries(
    own.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

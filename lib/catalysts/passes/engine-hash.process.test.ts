/** Every figure that decides the outputs is part of the hash of the pass. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const PARAMETERS = {
  events: "#lib/catalysts/events/parameters.ts",
  causes: "#lib/catalysts/causes/parameters.ts",
  moves: "#lib/catalysts/moves/parameters.ts",
  graph: "#lib/catalysts/news/reading/asset-graph.ts",
} as const;

beforeEach(() => vi.resetModules());
afterEach(() => {
  for (const path of Object.values(PARAMETERS)) vi.doUnmock(path);
});

async function hashes(): Promise<{ engine: string; moves: string }> {
  const { ENGINE_HASH } = await import("./engine-state.ts");
  const { MOVES_HASH } = await import("#lib/catalysts/moves/parameters.ts");
  return { engine: ENGINE_HASH, moves: MOVES_HASH };
}

/** The module with a changed export. */
function changed<Module extends object>(path: string, change: (of: Module) => Partial<Module>) {
  vi.doMock(path, async (original) => {
    const before = await (original as () => Promise<Module>)();
    return { ...before, ...change(before) };
  });
}

type Events = typeof import("#lib/catalysts/events/parameters.ts");
type Causes = typeof import("#lib/catalysts/causes/parameters.ts");
type Graph = typeof import("#lib/catalysts/news/reading/asset-graph.ts");

test.each<[string, () => void]>([
  [
    "sources that are named",
    () =>
      changed<Events>(PARAMETERS.events, ({ EVENT_PARAMETERS: P }) => ({
        EVENT_PARAMETERS: { ...P, most: { ...P.most, sources: 9 as never } },
      })),
  ],
  [
    "candidates that are shown",
    () =>
      changed<Causes>(PARAMETERS.causes, ({ CAUSE_PARAMETERS: P }) => ({
        CAUSE_PARAMETERS: { ...P, shown: 2 as never },
      })),
  ],
  [
    "assets of quotes",
    () =>
      changed<Causes>(PARAMETERS.causes, ({ CAUSE_PARAMETERS: P }) => ({
        CAUSE_PARAMETERS: { ...P, quotes: ["USD"] as never },
      })),
  ],
  ["size of an asset", () => changed<Graph>(PARAMETERS.graph, () => ({ findCap: () => 0.5 }))],
])("the %s", async (_name, change) => {
  const before = await hashes();
  vi.resetModules();
  change();
  const after = await hashes();
  expect(after.engine).not.toBe(before.engine);
  expect(after.moves).toBe(before.moves);
});

test("covers every constant of the detector", async () => {
  const { DETECTOR_CONSTANTS, HORIZONS, MOVE_PARAMETERS, parametersHash } = await import(
    PARAMETERS.moves
  );
  const { moves } = await hashes();
  const of = (constants: object) =>
    parametersHash({ ...MOVE_PARAMETERS, horizons: HORIZONS, constants });
  expect(of(DETECTOR_CONSTANTS)).toBe(moves);
  for (const name of Object.keys(DETECTOR_CONSTANTS)) {
    expect(of({ ...DETECTOR_CONSTANTS, [name]: 0 }), name).not.toBe(moves);
  }
});

/** The state of each source: when it is read next, and how the last read went. */
import type { Source } from "./source.ts";

/** The columns that the tables of both intakes have. */
export type SourceState = {
  name: string;
  publisher: string;
  simulated: boolean;
  etag: string | null;
  lastModified: string | null;
  nextAt: Date;
  lastReadAt: Date | null;
  lastItemAt: Date | null;
  /** Reads in a row that failed. */
  failures: number;
  error: string | null;
};

/** The state of a source that was never read: it is due at once. */
export function newState({ name, publisher, simulatedOrigin }: Source): SourceState {
  return {
    name,
    publisher,
    simulated: simulatedOrigin !== undefined,
    etag: null,
    lastModified: null,
    nextAt: new Date(0),
    lastReadAt: null,
    lastItemAt: null,
    failures: 0,
    error: null,
  };
}

export type StoredStates<One extends Source, State extends SourceState> = {
  sources: readonly One[];
  rowsNamed: (names: readonly string[]) => Promise<readonly State[]>;
  /** The state of a source that has none. `replaced` belongs to another source, which had its name. */
  first: (source: One, replaced: State | undefined) => State;
};

/** States by name: the stored ones, else a new one. @throws the database's error */
export async function readStates<One extends Source, State extends SourceState>({
  sources,
  rowsNamed,
  first,
}: StoredStates<One, State>): Promise<Map<string, State>> {
  const names = sources.map(({ name }) => name);
  const rows = names.length === 0 ? [] : await rowsNamed(names);
  const stored = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    sources.map((source) => {
      const { name, publisher, simulatedOrigin } = source;
      const row = stored.get(name);
      const isSame =
        row?.publisher === publisher && row.simulated === (simulatedOrigin !== undefined);
      return [name, isSame ? row : first(source, row)];
    }),
  );
}

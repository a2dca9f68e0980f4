/** The table keeps one chain, and its writer acknowledges a block only when the server has it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  emptyDatabase,
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Block, encodeBlock, GENESIS_HASH } from "#services/venue/journal/block.ts";
import { Journal } from "#services/venue/journal/journal.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { JournalConnection, UnprovenCommitError } from "./connection.ts";
import {
  createTable,
  decodeRow,
  insertBlock,
  isBrokenChain,
  isTaken,
  rowAt,
  rowsAfter,
  type TableBlock,
  tableEnd,
} from "./journal-table.ts";
import { FencedError, PostgresJournal } from "./postgres-journal.ts";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy.testing.ts";

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

async function blocksAfter(
  connection: JournalConnection,
  height: number,
  limit: number,
): Promise<TableBlock[]> {
  return (await rowsAfter(connection, height, limit)).map(decodeRow);
}

const text = (value: string) => new TextEncoder().encode(value);
const stateHash = "1".repeat(64);

function blockOf(before: TableBlock | undefined, command: string, epoch = 1): TableBlock {
  const block: Block = {
    height: (before?.block.height ?? 0) + 1,
    firstSeq: (before?.block.firstSeq ?? 0) + 1,
    time: 1_000,
    previousHash: before?.hash ?? GENESIS_HASH,
    stateHash,
    commands: [text(command)],
  };
  return { block, ...encodeBlock(block), epoch };
}

describe.skipIf(isAbsent)("the journal in Postgres", () => {
  let database: OwnDatabase;
  let proxy: PostgresProxy;
  let folder: string;
  let connection: JournalConnection;
  const journals: PostgresJournal[] = [];
  const warnings: string[][] = [];

  beforeAll(async () => {
    database = await ownDatabase(server);
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    proxy = await startPostgresProxy(database.url);
    folder = await mkdtemp(join(tmpdir(), "journal-"));
    connection = await JournalConnection.open(new Secret(database.url), "reads");
    await createTable(connection);
    await createTable(connection);
  });

  afterEach(async () => {
    warnings.splice(0);
    for (const journal of journals.splice(0)) await journal.close();
    await connection.close();
    await proxy.close();
    await emptyDatabase(database.url);
    await rm(folder, { recursive: true });
  });

  async function open(name: string): Promise<PostgresJournal> {
    const { journal: copy } = await Journal.open(join(folder, name), () => {});
    const onWarning = (...warning: string[]) => warnings.push(warning);
    const journal = new PostgresJournal(new Secret(proxy.url), copy, 1, onWarning);
    journals.push(journal);
    return journal;
  }

  /** Name of the database. */
  const name = () => new URL(database.url).pathname.slice(1);

  const append = (journal: PostgresJournal, command: string) =>
    journal.append({ commands: [text(command)], time: 1_000, stateHash });

  const commandsIn = async () => {
    const blocks = await blocksAfter(connection, 0, 100);
    return blocks.map(({ block }) => new TextDecoder().decode(block.commands[0]));
  };

  test("takes blocks that follow each other, and nothing else", async () => {
    const first = blockOf(undefined, "a");
    const second = blockOf(first, "b");
    await insertBlock(connection, first);
    await insertBlock(connection, second);
    await insertBlock(connection, blockOf(second, "next epoch", 2));
    const third = (await blocksAfter(connection, 2, 10))[0]!;
    const refused: [TableBlock, (error: unknown) => boolean][] = [
      [blockOf(first, "at a height that is taken"), isTaken],
      [blockOf(blockOf(third, "never stored"), "behind a gap", 2), isBrokenChain],
      [blockOf({ ...third, hash: "5".repeat(64) }, "with another past", 2), isBrokenChain],
      [blockOf(third, "of an earlier epoch", 1), isBrokenChain],
      [blockOf(third, "two epochs later", 4), isBrokenChain],
    ];
    for (const [block, isExpected] of refused) {
      const error: unknown = await insertBlock(connection, block).catch(
        (thrown: unknown) => thrown,
      );
      expect(isExpected(error)).toBe(true);
    }
    for (const statement of [
      "UPDATE venue_journal SET time = 0",
      "DELETE FROM venue_journal",
      "TRUNCATE venue_journal",
    ]) {
      await expect(connection.query(statement)).rejects.toThrow("append-only");
    }
    expect(await commandsIn()).toEqual(["a", "b", "next epoch"]);
    expect(await tableEnd(connection)).toEqual({ height: 3, epoch: 2, hash: third.hash });
    expect(await rowAt(connection, 2)).toEqual({ hash: second.hash, epoch: 1 });
    expect(await rowAt(connection, 4)).toBeUndefined();
  });

  test("says when a block that it holds is not the one that was written", async () => {
    const first = blockOf(undefined, "a");
    first.bytes[108] = 0xff;
    await insertBlock(connection, first);
    await expect(blocksAfter(connection, 0, 10)).rejects.toThrow("height 1: the block is damaged");
  });

  test("keeps a copy in files, of the same blocks", async () => {
    const journal = await open("copy");
    const copied: number[] = [];
    journal.onCopied = (height) => copied.push(height);
    for (const command of ["a", "b", "c"]) await append(journal, command);
    await journal.copied();
    expect(copied).toEqual([1, 2, 3]);
    const rows = await blocksAfter(connection, 0, 10);
    const reader = new JournalReader(join(folder, "copy"));
    for (const row of rows) expect(reader.next()?.position.hash).toBe(row.hash);
    expect(reader.next()).toBeUndefined();
    reader.close();
  });

  test("a second writer wins a height once, and the first one is fenced for good", async () => {
    const [old, next] = [await open("old"), await open("next")];
    await append(old, "a");
    const [first] = await blocksAfter(connection, 0, 1);
    await next.commit(first!).catch(() => {});
    await next.commit(blockOf(first, "takes over", 2));
    await expect(append(old, "too late")).rejects.toThrow(FencedError);
    await expect(append(old, "still too late")).rejects.toThrow(FencedError);
    expect(await commandsIn()).toEqual(["a", "takes over"]);
  });

  test.each(["loseAnswers", "loseRequests"] as const)(
    "a block is there once when the line fails three times (%s)",
    async (fault) => {
      const journal = await open("copy");
      let unknown = 0;
      journal.onUnknown = () => {
        unknown += 1;
      };
      await append(journal, "a");
      expect(unknown).toBe(0);
      proxy[fault]("block of three", 3);
      expect(await append(journal, "block of three")).toEqual({ height: 2, seq: 2 });
      await append(journal, "c");
      expect(await commandsIn()).toEqual(["a", "block of three", "c"]);
      expect(unknown).toBeGreaterThanOrEqual(1);
      const causes = warnings.map((warning) => warning.join());
      expect(causes.length).toBeGreaterThan(0);
      expect(causes.filter((cause, index) => cause === causes[index - 1])).toEqual([]);
    },
  );

  test("a commit with a warning is not acknowledged before a barrier", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    await connection.query(
      `CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$`,
    );
    await connection.query(
      "CREATE TRIGGER warn AFTER INSERT ON venue_journal FOR EACH ROW EXECUTE FUNCTION warn()",
    );
    await expect(
      insertBlock(connection, (await blocksAfter(connection, 0, 1))[0]!),
    ).rejects.toSatisfy(isTaken);
    proxy.loseRequests("pg_logical_emit_message", 2);
    expect(await append(journal, "b")).toEqual({ height: 2, seq: 2 });
    // Had no barrier been made, its two losses would still be ahead.
    const lock = await JournalConnection.open(new Secret(proxy.url), "lock");
    await expect(lock.barrier()).resolves.toBeUndefined();
    await lock.close();
    const statement = { name: "warned", text: "DO $$ BEGIN RAISE WARNING 'x'; END $$", values: [] };
    await expect(connection.commit(statement)).rejects.toThrow(UnprovenCommitError);
  });

  test("a warning counts in any language, and when the database asks for none", async () => {
    await connection.query(`ALTER DATABASE ${name()} SET client_min_messages = error`);
    // "SWARNING" is the translated severity of a notice, and "VWARNING" the untranslated one.
    proxy.rewriteAnswers("SWARNING", "SWARNUNG");
    const own = await JournalConnection.open(new Secret(proxy.url), "writes");
    const statement = { name: "warned", text: "DO $$ BEGIN RAISE WARNING 'x'; END $$", values: [] };
    await expect(own.commit(statement)).rejects.toThrow(UnprovenCommitError);
    await expect(own.barrier()).resolves.toBeUndefined();
    await own.close();
  });

  test("waits for a server that is away, with the same bytes", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    proxy.cut({ stay: true });
    const waiting = append(journal, "b");
    await expect(connection.barrier()).resolves.toBeUndefined();
    expect(await commandsIn()).toEqual(["a"]);
    proxy.heal();
    expect(await waiting).toEqual({ height: 2, seq: 2 });
  });

  test("waits for a server that only reads, and says so", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    await connection.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    proxy.cut();
    const waiting = append(journal, "b");
    await vi.waitFor(() => expect(warnings.at(-1)?.[0]).toBe("25006"));
    await connection.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);
    expect(await waiting).toEqual({ height: 2, seq: 2 });
    expect(warnings.at(-1)?.[1]).toMatch(/^writes to the journal: .*read-only transaction$/);
    expect(warnings.flat().join()).not.toContain("postgres://");
  });

  test("stops when the server refuses it", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    await connection.query("ALTER TABLE venue_journal RENAME TO renamed");
    await expect(append(journal, "b")).rejects.toThrow('"venue_journal" does not exist');
    expect(warnings).toEqual([]);
  });

  test("refuses a server that is too old", async () => {
    const [found] = await connection.query<{ version: string }>(
      "SELECT current_setting('server_version_num') AS version",
    );
    proxy.rewriteAnswers(found?.version ?? "", "130022");
    await expect(JournalConnection.open(new Secret(proxy.url), "reads")).rejects.toThrow(
      /needs Postgres 14 or later, and this server has version/,
    );
  });

  test.each(["DISABLE TRIGGER USER", "ENABLE REPLICA TRIGGER venue_journal_append_only"])(
    "refuses a table whose triggers do not act: %s",
    async (change) => {
      await connection.query(`ALTER TABLE venue_journal ${change}`);
      await expect(createTable(connection)).rejects.toThrow(
        /venue_journal is without venue_journal_append_only/,
      );
    },
  );

  test("gives up a line that is open and silent, and the block is there once", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    proxy.silence();
    expect(await append(journal, "b")).toEqual({ height: 2, seq: 2 });
    expect(await commandsIn()).toEqual(["a", "b"]);
  });

  test("waits longer for a block that takes long to send", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    // Four seconds, where the server has three for any other answer.
    proxy.slowRequests(512 * 1024);
    expect(await append(journal, "x".repeat(2 * 1024 * 1024))).toEqual({ height: 2, seq: 2 });
    expect(warnings).toEqual([]);
  });

  test("stops when the table has lost a block that it acknowledged", async () => {
    const journal = await open("copy");
    await append(journal, "a");
    await append(journal, "b");
    await connection.query("ALTER TABLE venue_journal DISABLE TRIGGER USER");
    await connection.query("DELETE FROM venue_journal WHERE height = 2");
    await connection.query("ALTER TABLE venue_journal ENABLE TRIGGER USER");
    await expect(append(journal, "c")).rejects.toThrow("block 2 is missing");
  });
});

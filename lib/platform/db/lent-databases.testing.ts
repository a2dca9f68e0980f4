/**
 * Migrated, empty databases on a Postgres server, lent to one test after another.
 *
 * Creating a database costs the server a second of a busy disk, and dropping one waits for a checkpoint; emptying one
 * takes some milliseconds. So a few stay on the server, named by the hash of the migrations and a number. Their user
 * holds an advisory lock, which ends with its process. A database without the mark `EMPTY` was lent to a test that did
 * not give it back, and is created anew from the template. The first user of new migrations makes the template and drops
 * what earlier migrations left, unless another process still uses that.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { databaseAddress, type OwnDatabase } from "#lib/kernel/postgres.testing.ts";
import { migratePostgres, migrationsFolder } from "./migrations.ts";

const PREFIX = "svc_lent_";
const EMPTY = "empty";

/** Advisory locks beside those of the databases, which are numbered from 1. */
const LOCK = { template: 0, inUse: -1 };

/** A table of more bytes is truncated: the next test would read all of its dead rows. */
const LARGE_TABLE = 1_000_000;

const lenders = new Map<string, Promise<Lender>>();

/** A migrated, empty database on the server at that address; `drop` gives it back. Commits do not wait for the disk. */
export async function borrowDatabase(server: string | undefined): Promise<OwnDatabase> {
  if (server === undefined) throw new Error("TEST_DATABASE_URL can not be reached.");
  const lender = lenders.get(server) ?? Lender.open(server);
  lenders.set(server, lender);
  return (await lender).borrow();
}

/** Changes with the migrations. 64 hexadecimal digits. */
export function migrationsHash(): string {
  const hash = createHash("sha256");
  const folder = migrationsFolder();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql") || name.endsWith("_journal.json"))
    .toSorted();
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** Changes with the migrations and with what the template has beyond them. */
function templateHash(): string {
  return createHash("sha256").update(migrationsHash()).update(KEEP_ORDER).digest("hex");
}

class Lender {
  readonly #server: string;
  readonly #client: pg.Pool;
  readonly #set = PREFIX + templateHash().slice(0, 8);
  readonly #lent = new Set<number>();
  /** A new connection would read the catalogue of all tables again, which takes longer than emptying them. */
  readonly #cleaners = new Map<number, pg.Pool>();
  #shape: Promise<string> | undefined;

  static async open(server: string): Promise<Lender> {
    // Its connection holds the locks.
    const client = openIdlePool(server);
    const lender = new Lender(server, client);
    await client.query("select pg_advisory_lock_shared($1, $2)", [
      lockClass(lender.#set),
      LOCK.inUse,
    ]);
    return lender;
  }

  private constructor(server: string, client: pg.Pool) {
    this.#server = server;
    this.#client = client;
  }

  async borrow(): Promise<OwnDatabase> {
    this.#shape ??= this.#template();
    const shape = await this.#shape;
    const number = await this.#lockOne();
    const name = `${this.#set}_${number}`;
    if ((await this.#mark(name)) !== EMPTY) await this.#create(name);
    await this.#client.query(`comment on database ${name} is null`);
    const url = databaseAddress(this.#server, name);
    return {
      url,
      drop: async () => {
        if (await this.#isEmptied(number, url, shape)) {
          await this.#client.query(`comment on database ${name} is '${EMPTY}'`);
        }
        await this.#unlock(number);
        this.#lent.delete(number);
      },
    };
  }

  async #isEmptied(number: number, url: string, shape: string): Promise<boolean> {
    const cleaner = this.#cleaners.get(number) ?? openIdlePool(url);
    this.#cleaners.set(number, cleaner);
    if (await isEmptied(cleaner, shape)) return true;
    // The database is about to be dropped.
    this.#cleaners.delete(number);
    await cleaner.end();
    return false;
  }

  /** A session may take its own lock again, so this process keeps its own list. */
  async #lockOne(): Promise<number> {
    for (let number = 1; ; number += 1) {
      if (this.#lent.has(number)) continue;
      this.#lent.add(number);
      if (await this.#tryLock(this.#set, number)) return number;
      this.#lent.delete(number);
    }
  }

  async #create(name: string): Promise<void> {
    await this.#client.query(`drop database if exists ${name} with (force)`);
    await this.#client.query(`create database ${name} template ${this.#set}`);
    await this.#client.query(`alter database ${name} set synchronous_commit = off`);
  }

  /** The shape that all copies of the template have. */
  async #template(): Promise<string> {
    const lock = [lockClass(this.#set), LOCK.template];
    await this.#client.query("select pg_advisory_lock($1, $2)", lock);
    try {
      return (await this.#mark(this.#set)) ?? (await this.#makeTemplate());
    } finally {
      await this.#unlock(LOCK.template);
    }
  }

  async #makeTemplate(): Promise<string> {
    await this.#dropEarlier();
    await this.#client.query(`drop database if exists ${this.#set} with (force)`);
    await this.#client.query(`create database ${this.#set}`);
    const url = databaseAddress(this.#server, this.#set);
    await migratePostgres({ connectionString: url });
    const shape = await withClient(url, async (client) => {
      await client.query(KEEP_ORDER);
      return readShape(client);
    });
    await this.#client.query(`alter database ${this.#set} allow_connections false`);
    await this.#client.query(`comment on database ${this.#set} is '${shape}'`);
    return shape;
  }

  async #dropEarlier(): Promise<void> {
    const names = "select datname from pg_database where starts_with(datname, $1) order by 1";
    const { rows } = await this.#client.query<{ datname: string }>(names, [PREFIX]);
    const sets = Map.groupBy(rows, ({ datname }) => datname.slice(0, this.#set.length));
    sets.delete(this.#set);
    for (const [set, databases] of sets) {
      if (!(await this.#tryLock(set, LOCK.inUse))) continue;
      for (const { datname } of databases) {
        await this.#client.query(`drop database if exists ${datname} with (force)`);
      }
      await this.#unlock(LOCK.inUse, set);
    }
  }

  /** The comment of a database; null when there is none of that name, or none on it. */
  async #mark(name: string): Promise<string | null> {
    const query = `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`;
    const { rows } = await this.#client.query<{ mark: string | null }>(query, [name]);
    return rows[0]?.mark ?? null;
  }

  async #tryLock(set: string, number: number): Promise<boolean> {
    const query = "select pg_try_advisory_lock($1, $2) as locked";
    const { rows } = await this.#client.query<{ locked: boolean }>(query, [lockClass(set), number]);
    return rows[0]?.locked === true;
  }

  async #unlock(number: number, set = this.#set): Promise<void> {
    await this.#client.query("select pg_advisory_unlock($1, $2)", [lockClass(set), number]);
  }
}

/** The hash in the name, as the first key of its locks. */
function lockClass(set: string): number {
  return Number.parseInt(set.slice(PREFIX.length), 16) | 0;
}

/** One that lasts as long as the process, and does not keep it from ending. A test may end it with all others of its database. */
function openIdlePool(url: string): pg.Pool {
  const session = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  const options = "-c synchronous_commit=off";
  const pool = new pg.Pool({ connectionString: url, ...session, options });
  pool.on("error", () => {});
  return pool;
}

/** Ends what is still connected and deletes all rows. False when a test left more than rows, such as a table or an index. */
async function isEmptied(cleaner: pg.Pool, shape: string): Promise<boolean> {
  await cleaner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  if ((await readShape(cleaner)) !== shape) return false;
  await cleaner.query(DELETE_ALL);
  return true;
}

async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function readShape(client: Pick<pg.Pool, "query">): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? "";
}

/** Copies of one template have the same numbers of objects, so whatever is added, dropped or altered shows. */
const OWN_SPACES = `select oid from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema'`;
const SHAPE = `
  with spaces as (${OWN_SPACES}),
    tables as (select * from pg_class where relnamespace in (select oid from spaces)),
    parts as (
      select format('space %s', oid) as part from spaces
      union all select format('table %s %s %s', oid, relname, reloptions) from tables
      union all select format('column %s', a.*) from (
        select attrelid, attnum, attname, atttypid, atttypmod, attnotnull, atthasdef, attisdropped
        from pg_attribute where attrelid in (select oid from tables)) a
      union all select format('default %s', oid) from pg_attrdef
      union all select format('rule %s %s', oid, convalidated) from pg_constraint
      union all select format('trigger %s %s', oid, tgenabled) from pg_trigger
      union all select format('index %s %s', indexrelid, indisvalid) from pg_index
        where indrelid in (select oid from tables)
      union all select format('function %s %s', oid, md5(prosrc)) from pg_proc
        where pronamespace in (select oid from spaces))
  select md5(string_agg(part, ';' order by part)) as shape from parts`;

/**
 * A vacuum between two tests would give the place of deleted rows to new ones, and a SELECT without an order would show
 * them in another order than they came in.
 */
const KEEP_ORDER = `
  do $$
  declare
    one regclass;
  begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace in (${OWN_SPACES})
    loop
      execute format('alter table %s set (autovacuum_enabled = false)', one);
    end loop;
  end $$`;

/** In a replica's session neither the audit log's own trigger nor foreign keys object. */
const DELETE_ALL = `
  set session_replication_role = replica;
  do $$
  declare
    one regclass;
    counter record;
    is_filled boolean;
  begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace in (
      ${OWN_SPACES} and nspname <> 'drizzle')
    loop
      execute format('select exists (select from %s)', one) into is_filled;
      if pg_relation_size(one) > ${LARGE_TABLE} then execute format('truncate %s cascade', one);
      elsif is_filled then execute format('delete from %s', one);
      end if;
    end loop;
    for counter in select * from pg_sequences where last_value is not null and schemaname <> 'drizzle' loop
      perform setval(format('%I.%I', counter.schemaname, counter.sequencename)::regclass, counter.start_value, false);
    end loop;
  end $$`;

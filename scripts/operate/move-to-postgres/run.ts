/** The command line of the move. */

import { readEnvironment } from "#lib/kernel/env.ts";
import { BrokenLedgerError, verifyLedgers } from "#lib/partner/ledger/verify-ledgers.ts";
import { appSettings } from "#lib/platform/config/config.ts";
import { MoveError, type MoveProgress, moveToPostgres } from "#lib/platform/db/move-to-postgres.ts";

const settings = appSettings.pick({ DATA_DIR: true, DATABASE_URL: true });

const PROGRESS_EVERY_MS = 2_000;

/** @returns the exit code: 0 moved, 1 nothing was moved, 2 a wrong setting */
export async function runMove(
  environment: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  let chosen: ReturnType<typeof readSettings>;
  try {
    chosen = readSettings(environment);
  } catch (error) {
    print(`${textOf(error)}\n`);
    return 2;
  }
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = chosen;
  const started = performance.now();
  let ledgerRows = 0;
  const verify: Parameters<typeof moveToPostgres>[0]["verify"] = async (target) => {
    ledgerRows = (await verifyLedgers(target)).rows;
  };
  try {
    const progress = progressLines(print, started);
    const { tables, rows } = await moveToPostgres({ dataDir, databaseUrl, progress, verify });
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    print(`Moved ${count(rows)} rows of ${tables} tables in ${seconds} s. Every table and sequence is the same on both sides;
the hash chains of the partner ledger are whole (${count(ledgerRows)} rows).\n\n${whatNext(dataDir)}`);
    return 0;
  } catch (error) {
    const code =
      error instanceof MoveError || error instanceof BrokenLedgerError ? error.code : "FAILED";
    print(`${code}  ${textOf(error)}\nNothing was moved.\n`);
    return 1;
  }
}

function readSettings(environment: NodeJS.ProcessEnv) {
  const { DATA_DIR, DATABASE_URL } = readEnvironment(settings, environment);
  if (DATABASE_URL === undefined) throw new Error("DATABASE_URL must name the Postgres to fill.");
  return { DATA_DIR, DATABASE_URL };
}

function progressLines(print: (text: string) => void, started: number) {
  let next = started + PROGRESS_EVERY_MS;
  return ({ table, rows, ofRows }: MoveProgress): void => {
    const now = performance.now();
    if (now < next) return;
    next = now + PROGRESS_EVERY_MS;
    const rate = Math.round((rows * 1_000) / (now - started));
    print(`  ${count(rows)} of ${count(ofRows)} rows, ${count(rate)} rows/s, at ${table}\n`);
  };
}

function whatNext(dataDir: string): string {
  return `Next: start the app with DATABASE_URL, the same VENUE_URL and the same secrets. SESSION_SECRET keeps people signed in; without
ENCRYPTION_SECRET the keys in the database cannot be read. \`npm start\` keeps both in ${dataDir}/secrets.json: leave that file, or set
them as variables elsewhere. VAPID keys that the app made itself are in the database.
${dataDir}/db is unchanged. Without DATABASE_URL the app would go on with it: delete it when the app has run on Postgres.\n`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

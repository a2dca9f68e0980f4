/** `npm run move-to-postgres`: copies the embedded database of DATA_DIR into the Postgres of DATABASE_URL. */
import { runMove } from "./run.ts";

process.exitCode = await runMove(process.env, (text) => {
  process.stdout.write(text);
});

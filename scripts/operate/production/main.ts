/** `npm run check:production -- app=app.env venue=venue.env`: says what of an environment is missing, unsafe or simulated. */
import { runCheck } from "./run.ts";

process.exitCode = await runCheck(process.argv.slice(2), process.env, (text) => {
  process.stdout.write(text);
});

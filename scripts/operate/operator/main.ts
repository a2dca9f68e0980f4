/** `npm run operator -- <command>`: see usage.ts. */
import { runOperator } from "./run.ts";

process.exitCode = await runOperator({
  argv: process.argv.slice(2),
  environment: process.env,
  fetch,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});

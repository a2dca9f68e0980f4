/** `npm run test:deep`: see scripts/dev/test/deep.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("test/deep.ts");

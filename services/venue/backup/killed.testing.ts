/** Runs a backup or a restore that kills its own process after a number of blocks: `BLOCKS backup|folder|table FROM TO`. */
import { Secret } from "#lib/kernel/env.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { TableTarget } from "./table-target.ts";

const [blocks, action, from = "", to = ""] = process.argv.slice(2);
let left = Number(blocks);

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("the process is killed");
}

for (const { prototype } of [SegmentWriter, TableTarget]) {
  const write = Reflect.get(prototype, "write") as (...args: unknown[]) => Promise<void>;
  prototype.write = function (...args) {
    if (left === 0) die();
    left -= 1;
    return Reflect.apply(write, this, args);
  };
  // With a number above that of the blocks, it comes when all of them are written.
  prototype.finish = die;
}

if (action === "backup") await makeBackup({ source: { folder: from }, to, now: Date.now() });
else if (action === "folder") await restoreBackup({ from, target: { folder: to } });
else await restoreBackup({ from, target: { url: new Secret(to) } });

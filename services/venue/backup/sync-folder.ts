import { open } from "node:fs/promises";

/** Makes the names in a folder durable. @throws the file system's errors. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

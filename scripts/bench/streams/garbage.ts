/**
 * Memory without garbage: an inspected process collects its garbage on request, and the rest is what it really
 * holds.
 */

const TIMEOUT_MS = 20_000;

/** The address in the line that Node prints when it can be inspected. */
export function inspectorAddress(line: string): string | undefined {
  return /Debugger listening on (ws:\S+)/.exec(line)?.[1];
}

/**
 * Kilobytes that the objects and buffers of the main thread take after a full collection. The resident size is larger,
 * because V8 and the allocator keep empty pages. @throws Error when the process does not answer
 */
export async function heapWithoutGarbage(address: string): Promise<number> {
  const socket = new WebSocket(address);
  try {
    return await new Promise<number>((resolve, reject) => {
      const late = () => reject(new Error("the inspected process does not answer"));
      AbortSignal.timeout(TIMEOUT_MS).addEventListener("abort", late);
      socket.addEventListener("error", late);
      socket.addEventListener("open", () => {
        socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
        socket.send(JSON.stringify({ id: 2, method: "Runtime.getHeapUsage" }));
      });
      socket.addEventListener("message", ({ data }) => {
        const { id, result } = JSON.parse(String(data)) as { id?: number; result?: HeapUsage };
        if (id !== 2 || result === undefined) return;
        resolve((result.usedSize + (result.backingStorageSize ?? 0)) / 1_024);
      });
    });
  } finally {
    socket.close();
  }
}

/** In bytes. */
type HeapUsage = { usedSize: number; backingStorageSize?: number };

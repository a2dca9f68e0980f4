/** Memory without garbage: a process that is inspected collects it when told, and what remains is what it holds. */

const TIMEOUT_MS = 20_000;

/** The address in the line with which Node says that it can be inspected. */
export function inspectorAddress(line: string): string | undefined {
  return /Debugger listening on (ws:\S+)/.exec(line)?.[1];
}

/** A full collection of the main thread's garbage. @throws Error when the process does not answer */
export async function collectGarbage(address: string): Promise<void> {
  const socket = new WebSocket(address);
  try {
    await new Promise<void>((resolve, reject) => {
      const late = () => reject(new Error("the inspected process does not answer"));
      AbortSignal.timeout(TIMEOUT_MS).addEventListener("abort", late);
      socket.addEventListener("error", late);
      socket.addEventListener("message", () => resolve());
      socket.addEventListener("open", () => {
        socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
      });
    });
  } finally {
    socket.close();
  }
}

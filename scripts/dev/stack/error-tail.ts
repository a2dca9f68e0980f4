/** Reads what is appended to a JSON log and reports its errors, so that people see them without opening the file. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";

const POLL_MS = 500;
const CHUNK_BYTES = 65_536;
/** pino's number for `error`. */
const ERROR_LEVEL = 50;

export class ErrorTail {
  readonly #path: string;
  readonly #report: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #offset: number;
  #rest = "";

  constructor(path: string, report: (line: string) => void) {
    this.#path = path;
    this.#report = report;
    this.#offset = existsSync(path) ? statSync(path).size : 0;
    this.#timer = setInterval(() => this.#read(), POLL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#read();
  }

  #read(): void {
    if (!existsSync(this.#path)) return;
    const file = openSync(this.#path, "r");
    try {
      const buffer = Buffer.alloc(
        Math.min(CHUNK_BYTES, Math.max(0, fstatSync(file).size - this.#offset)),
      );
      const length = readSync(file, buffer, 0, buffer.length, this.#offset);
      this.#offset += length;
      const lines = (this.#rest + buffer.toString("utf8", 0, length)).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) {
        const error = errorOf(line);
        if (error) this.#report(error);
      }
    } finally {
      closeSync(file);
    }
  }
}

/** The text of a log line of level error or above. */
export function errorOf(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const record = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if ((record.level ?? 0) < ERROR_LEVEL) return undefined;
    const detail = record.err?.message;
    const text = record.msg ?? "error";
    return detail && detail !== text ? `${text}: ${detail}` : text;
  } catch {
    return undefined;
  }
}

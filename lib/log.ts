/** JSON logs with redaction: a credential that slips into a field is never written. */
import { type Logger, pino } from "pino";

export type { Logger };

const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "set-cookie",
  "key",
  "secret",
  "token",
  "signature",
  "password",
];

/** A logger for one process. `level` is one of pino's. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: "[secret]",
    },
  });
}

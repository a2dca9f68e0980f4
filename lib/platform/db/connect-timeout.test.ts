import { expect, test } from "vitest";
import { connectTimeoutMs } from "./connect-timeout.ts";

test.for([
  ["postgres://svc:secret@db.example/svc", 5_000],
  ["postgres://svc:secret@db.example/svc?sslmode=require&connect_timeout=30", 30_000],
  ["postgres://svc@db.example/svc?connect_timeout=600", 600_000],
  ["postgres://svc@db.example/svc?connect_timeout=0", 5_000],
  ["postgres://svc@db.example/svc?connect_timeout=601", 5_000],
  ["postgres://svc@db.example/svc?connect_timeout=-1", 5_000],
  ["postgres://svc@db.example/svc?connect_timeout=soon", 5_000],
  ["host=db.example dbname=svc", 5_000],
] as const)("%s: %d ms", ([url, expected]) => {
  expect(connectTimeoutMs(url)).toBe(expected);
});

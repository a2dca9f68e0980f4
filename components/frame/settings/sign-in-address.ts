import type { Route } from "next";

/** The sign-in page, which leads back to `next`. */
export function signInAddress(next: string): Route {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}
